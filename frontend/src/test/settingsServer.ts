import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { Consent } from '../features/account/consentQueries';
import type { SentMessage } from '../features/account/messageQueries';
import type { User } from '../features/account/queries';
import type { Device, MobileChange } from '../features/account/sessionQueries';
import type { ApiResponse } from '../shared/api/client';
import { member } from './users';

type RecordedRequest = [call: string, body: unknown];

export const DETAILS = '/api/user/details';
export const RESEND_EMAIL = '/api/user/email/confirmation';
export const CONSENTS = '/api/user/consents';
export const MESSAGES = '/api/user/messages';
export const EVERYWHERE = '/api/user/logout/everywhere';
export const ERASE = '/api/user/erase';
export const ERASURE_REFUNDS = `${ERASE}/refunds`;
export const DEVICES = '/api/user/devices';
export const MOBILE_CHANGE = '/api/user/mobile-change';
export const CALENDAR = '/api/user/calendar';
export const PROOF = '/api/user/proof';

export const device = (overrides: Partial<Device> = {}): Device => ({
  _id: 'here',
  name: 'Chrome on Android',
  current: true,
  lastSeenAt: '2026-11-21T09:30:00Z',
  loggedInAt: '2026-11-20T09:30:00Z',
  ...overrides,
});

const initialState = () => ({
  person: member(),
  consents: [] as Consent[],
  messages: [] as SentMessage[],
  devices: [device()],
  mobileChange: null as MobileChange | null,
  refunds: [] as ApiResponse<'/api/user/erase/refunds', 'get'>['data'],
  calendarUrl: 'https://rally.test/api/calendar.ics?key=a.b',
});

const errorResponse = (status: number, body: object | null, headers = {}) =>
  HttpResponse.json(body, { status, headers });

const pageOf = (rows: unknown[], { url }: Request) => {
  const { searchParams } = new URL(url);
  const skip = Number(searchParams.get('skip'));
  return { data: rows.slice(skip, skip + Number(searchParams.get('limit'))), totalCount: rows.length };
};

/** A mock server with one user and their consents, which accepts the OTP 123456. */
export function settingsServer() {
  const requests: RecordedRequest[] = [];
  const state = initialState();
  const server = setupServer(
    http.get('/api/user', () => HttpResponse.json({ data: state.person })),
    http.put(DETAILS, async ({ request }) => {
      const changes = (await request.json()) as Partial<User>;
      state.person = { ...state.person, ...changes };
      if (changes.gstNo) state.person.gstNo = changes.gstNo.toUpperCase();
      if (changes.canWhatsapp !== undefined)
        state.consents.unshift(consent(0, { given: changes.canWhatsapp, channel: 'settings' }));
      return HttpResponse.json({ data: state.person, message: 'Your details have been saved.' });
    }),
    http.post(RESEND_EMAIL, () => HttpResponse.json({ message: "We've sent you a new link." })),
    http.get(CONSENTS, ({ request }) => HttpResponse.json(pageOf(state.consents, request))),
    http.get(MESSAGES, ({ request }) => HttpResponse.json(pageOf(state.messages, request))),
    http.post(EVERYWHERE, () => HttpResponse.json({ message: 'You are logged out on all your devices.' })),
    http.get(ERASURE_REFUNDS, () => HttpResponse.json({ data: state.refunds, grievancesKept: '6 years' })),
    http.post(ERASE, () => HttpResponse.json({ data: state.refunds, message: 'Your account is deleted.' })),
    http.get(DEVICES, () => HttpResponse.json({ data: state.devices, totalCount: state.devices.length })),
    http.delete(`${DEVICES}/:id`, ({ params }) => {
      state.devices = state.devices.filter(({ _id }) => _id !== params.id);
      return HttpResponse.json({ message: 'The device has been logged out.' });
    }),
    http.get(MOBILE_CHANGE, () => HttpResponse.json({ data: state.mobileChange })),
    http.delete(MOBILE_CHANGE, () => {
      state.mobileChange = null;
      return HttpResponse.json({ message: 'The change has been cancelled. You keep your number.' });
    }),
    http.get(CALENDAR, () => HttpResponse.json({ url: state.calendarUrl })),
    http.post(CALENDAR, () => {
      state.calendarUrl = 'https://rally.test/api/calendar.ics?key=c.d';
      const message = 'New calendar address made. The old one no longer works.';
      return HttpResponse.json({ url: state.calendarUrl, message });
    }),
    http.post(PROOF, () => HttpResponse.json({ message: 'Thank you. You can continue.' })),
    http.get('/api/login/otp/status', () => HttpResponse.json({ data: { status: 'sent' }, message: '' })),
    http.post('/api/login/otp/send', () =>
      HttpResponse.json({ data: { resendAfter: 15, expiresIn: 300 }, message: 'Sent.' }),
    ),
    http.post('/api/login/otp/verify/web', () => HttpResponse.json({ data: state.person, message: 'In.' })),
  );
  server.events.on('request:start', async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.clone().text();
    requests.push([`${request.method} ${pathname}${search}`, text ? JSON.parse(text) : null]);
  });
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    requests.length = 0;
    Object.assign(state, initialState());
    sessionStorage.clear();
    localStorage.clear();
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  const respondWith = (path: string, answer: () => Response | Promise<Response>) =>
    server.use(http.all(path, answer));
  return {
    requests,
    /** The logged-in user and their consents on the server. */
    state,
    respondWithError: (path: string, status: number, body: object | null, headers = {}) =>
      respondWith(path, () => errorResponse(status, body, headers)),
    failNetwork: (path: string) => respondWith(path, () => HttpResponse.error()),
    endSession: (path: string) =>
      respondWith(path, () =>
        errorResponse(401, { message: 'Failed to authenticate', code: 'not_authenticated' }),
      ),
    /** Delays requests to this path; the returned function lets them continue to the server. */
    delayResponses: (path: string) => {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      server.use(
        http.all(path, async () => {
          await released;
          // Returns nothing, so that the next handler responds.
        }),
      );
      return release;
    },
    resetHandlers: () => server.resetHandlers(),
  };
}

export const consent = (number: number, overrides: Partial<Consent> = {}): Consent => ({
  _id: `consent-${number}`,
  kind: 'whatsapp',
  subject: 'WhatsApp and alerts',
  given: true,
  text: 'Get alerts, market tips & course updates on WhatsApp',
  textVersion: '2026-11',
  at: new Date(Date.parse('2026-11-21T09:30:00Z') - number * 86_400_000).toISOString(),
  channel: 'login',
  ...overrides,
});

export const sentMessage = (number: number, overrides: Partial<SentMessage> = {}): SentMessage => ({
  _id: `message-${number}`,
  template: 'booking_confirmed',
  channel: 'sms',
  to: '9876543210',
  subject: '',
  text: "Rally: your place in 'Gap and range' is confirmed, Fri 27 Nov 2026, 3:45 PM.",
  status: 'sent',
  at: new Date(Date.parse('2026-11-21T09:30:00Z') - number * 86_400_000).toISOString(),
  ...overrides,
});
