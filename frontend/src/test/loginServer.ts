import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { User } from '../features/account/queries';
import { writePageData } from './layoutPage';
import { member } from './users';

type RecordedRequest = [call: string, body: unknown];

const SEND = '/api/login/otp/send';
const STATUS = '/api/login/otp/status';
const VERIFY = '/api/login/otp/verify/web';
const TRIAL = '/api/user/freetrailuser/web';

/** A mock server that sends OTPs and accepts 123456. */
export function loginServer() {
  const requests: RecordedRequest[] = [];
  const state = { person: member(), code: { status: 'sent', message: '' } };
  const server = setupServer(
    http.post(SEND, () => HttpResponse.json({ data: { resendAfter: 15, expiresIn: 300 }, message: 'Sent.' })),
    http.get(STATUS, () => {
      const { status, message } = state.code;
      return HttpResponse.json({ data: { status }, message });
    }),
    http.post(VERIFY, async ({ request }) => {
      const { otp } = (await request.json()) as { otp: string };
      return otp === '123456' ? HttpResponse.json({ data: state.person, message: 'In.' }) : wrongCode();
    }),
    http.post(TRIAL, () => HttpResponse.json({ data: { mobile: '', registered: true }, message: 'Noted.' })),
    http.get('/api/user', () => HttpResponse.json({ data: state.person })),
  );
  server.events.on('request:start', async ({ request }) => {
    const { pathname } = new URL(request.url);
    // It is asked for by the clock.
    if (pathname === STATUS) return;
    const body = await request.clone().text();
    requests.push([pathname, body ? JSON.parse(body) : null]);
  });
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    writePageData();
    requests.length = 0;
    state.person = member();
    state.code = { status: 'sent', message: '' };
    sessionStorage.clear();
    localStorage.clear();
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  const respondWithError = (path: string) => (status: number, body: object, retryAfter?: number) =>
    server.use(http.post(path, () => errorResponse(status, body, retryAfter)));
  return {
    server,
    requests,
    /** The user who logs in. */
    setUser: (person: User) => {
      state.person = person;
    },
    /** What becomes of the OTPs that are requested. */
    setCodeStatus: (status: string, message = '') => {
      state.code = { status, message };
    },
    failSendOtp: respondWithError(SEND),
    failVerifyOtp: respondWithError(VERIFY),
    failTrial: respondWithError(TRIAL),
    failNetwork: (path: string) => server.use(http.post(path, () => HttpResponse.error())),
    SEND,
    VERIFY,
    TRIAL,
  };
}

function wrongCode() {
  return errorResponse(400, {
    message: 'That OTP is incorrect or has expired.',
    code: 'otp_invalid',
  });
}

function errorResponse(status: number, body: object, retryAfter?: number) {
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return HttpResponse.json(body, { status, headers });
}
