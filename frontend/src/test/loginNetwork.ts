import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { User } from '../features/account/queries';
import { member } from './people';

type Asked = [call: string, body: unknown];

const SEND = '/api/login/otp/send';
const VERIFY = '/api/login/otp/verify/web';
const TRIAL = '/api/user/freetrailuser/web';

/** A server that sends codes and takes 123456 for the right one, until a test says otherwise. */
export function loginNetwork() {
  const asked: Asked[] = [];
  const state = { person: member() };
  const server = setupServer(
    http.post(SEND, () => HttpResponse.json({ data: { resendAfter: 15, expiresIn: 300 }, message: 'Sent.' })),
    http.post(VERIFY, async ({ request }) => {
      const { otp } = (await request.json()) as { otp: string };
      return otp === '123456' ? HttpResponse.json({ data: state.person, message: 'In.' }) : wrongCode();
    }),
    http.post(TRIAL, () => HttpResponse.json({ data: { mobile: '', registered: true }, message: 'Noted.' })),
    http.get('/api/user', () => HttpResponse.json({ data: state.person })),
  );
  server.events.on('request:start', async ({ request }) => {
    const body = request.method === 'GET' ? null : await request.clone().json();
    asked.push([new URL(request.url).pathname, body]);
  });
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    asked.length = 0;
    state.person = member();
    sessionStorage.clear();
    localStorage.clear();
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  const refuse = (path: string) => (status: number, body: object, retryAfter?: number) =>
    server.use(http.post(path, () => refusal(status, body, retryAfter)));
  return {
    server,
    asked,
    /** Who logs in here, as the server will have them. */
    becomes: (person: User) => {
      state.person = person;
    },
    refuseToSend: refuse(SEND),
    refuseToVerify: refuse(VERIFY),
    refuseTrial: refuse(TRIAL),
    unreachable: (path: string) => server.use(http.post(path, () => HttpResponse.error())),
    SEND,
    VERIFY,
    TRIAL,
  };
}

function wrongCode() {
  return refusal(400, {
    message: 'That code is not right or no longer valid. Please check it, or ask for a new one.',
    code: 'otp_invalid',
  });
}

function refusal(status: number, body: object, retryAfter?: number) {
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return HttpResponse.json(body, { status, headers });
}
