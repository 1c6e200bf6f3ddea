import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type {
  BookedMentorship,
  BookedWebinar,
  Credit,
  SessionBooking,
  TimeframeEntry,
} from '../features/my-learnings/bookingQueries';
import type { CalendarEntry, Decision, NextEntry } from '../features/my-learnings/queries';
import type { WaitlistEntry } from '../features/my-learnings/waitlistQueries';
import type { ProFacts, ProTime, Purchase } from '../features/pro/queries';
import { card } from './courses';

const HOUR = 3_600_000;

/** A time so many hours from now, in the server's format. */
export const inHours = (hours: number): string =>
  `${new Date(Date.now() + hours * HOUR).toISOString().slice(0, 19)}Z`;

const before = (datetime: string, hours: number) =>
  new Date(Date.parse(datetime) - hours * HOUR).toISOString();
const after = (datetime: string, hours: number) =>
  new Date(Date.parse(datetime) + hours * HOUR).toISOString();

/** A meeting ahead, of an hour and a half. */
export const meeting = (
  id: string,
  date: string,
  overrides: Partial<BookedMentorship['meetings'][number]> = {},
): BookedMentorship['meetings'][number] => ({
  _id: id,
  title: id,
  start_date: date,
  end_date: after(date, 1.5),
  status: 'planned',
  seatsLeft: null,
  isMoved: false,
  movedFrom: null,
  joinFrom: before(date, 0.25),
  canJoin: false,
  recording: null,
  ...overrides,
});

/** The meeting of a booking with these links. */
const own = (id: string, date: string, links: { joinUrl?: string | null; recordingUrl?: string | null }) =>
  meeting(id, date, {
    canJoin: Boolean(links.joinUrl),
    recording: links.recordingUrl ? { ready: true } : null,
  });

/** What the server says about a seat before joining opens. */
const waiting = (date: string) => ({
  offer: 'wait' as const,
  joinOpensAt: before(date, 0.25),
  nextChangeAt: null,
  joinUrl: null,
  recordingUrl: null,
  waitlist: null,
});

export const host = {
  name: 'Arjun Deshmukh',
  weburlname: 'a-mentor',
  credentials: [],
  experience: '15 years',
  image: null,
  bio: '',
};

const program = {
  _id: 'p1',
  title: 'Order Flow Live',
  weburlname: 'order-flow-live',
  smallBanner: '/covers/square/1/1.svg',
  mentor_details: host,
};

type Session = SessionBooking['session'];

export const session = (id: string, date: string, overrides: Partial<Session> = {}): Session => ({
  _id: `s-${id}`,
  sessionName: id,
  date,
  endDate: after(date, 1.5),
  booked: false,
  full: false,
  seatsLeft: null,
  fewSeatsLeft: null,
  waitingPlace: null,
  offeredUntil: null,
  basePricePerSession: 499,
  ...overrides,
});

export const booking = (
  id: string,
  date: string,
  overrides: Partial<SessionBooking> = {},
): SessionBooking => ({
  _id: `b-${id}`,
  status: 'upcoming',
  session: session(id, date, { booked: true }),
  program,
  meetings: [own(`s-${id}`, date, overrides)],
  ...waiting(date),
  canGiveUp: false,
  canChange: true,
  changeBefore: before(date, 4),
  creditWouldEndOn: inHours(24 * 90).slice(0, 10),
  calledOff: null,
  ...overrides,
});

export const credit = (id: string, overrides: Partial<Credit> = {}): Credit => ({
  ...booking(id, inHours(24), { status: 'canceled', offer: 'reassign', canChange: false }),
  creditEndsAt: inHours(24 * 90),
  assignedTo: null,
  assignedSession: null,
  ...overrides,
});

export const entry = (id: string, date: string, overrides: Partial<TimeframeEntry> = {}): TimeframeEntry => ({
  session: session(id, date),
  program,
  bookingId: null,
  calledOff: false,
  ...overrides,
});

export const webinar = (id: string, date: string, overrides: Partial<BookedWebinar> = {}): BookedWebinar => ({
  _id: `w-${id.replaceAll(' ', '-')}`,
  title: id,
  weburlname: id.toLowerCase().replaceAll(' ', '-'),
  webinarTime: date,
  webinarEndTime: after(date, 1),
  smallBanner: '',
  bannerImageUrl: '',
  hostProfilename: 'Meera Iyer',
  hostWeburlname: 'a-mentor',
  hostImage: null,
  language: 'English',
  category: null,
  price: 0,
  markup_price: null,
  priceWithGst: null,
  markupPriceWithGst: null,
  isFree: true,
  isBooked: true,
  seatsLeft: null,
  fewSeatsLeft: null,
  status: 'upcoming',
  meetings: [own(`w-${id.replaceAll(' ', '-')}`, date, overrides)],
  ...waiting(date),
  bookingId: `b-${id.replaceAll(' ', '-')}`,
  canGiveUp: true,
  calledOff: null,
  ...overrides,
});

export const mentorship = (
  id: string,
  date: string,
  overrides: Partial<BookedMentorship> = {},
): BookedMentorship => ({
  _id: `m-${id}`,
  title: id,
  weburlname: id.toLowerCase(),
  start_date: date,
  end_date: after(date, 24 * 42 + 1.5),
  capacity: null,
  meetingTimes: [],
  meetingsSummary: 'Tuesdays, 7 evenings, 7 to 8:30 PM',
  smallBanner: '',
  mentorbannerurl: '',
  mentor_details: host,
  language: 'English',
  category: null,
  price: 4999,
  markup_price: null,
  priceWithGst: null,
  markupPriceWithGst: null,
  isFree: false,
  isBooked: true,
  seatsLeft: null,
  fewSeatsLeft: null,
  status: 'upcoming',
  meetings: [0, 1, 2, 3, 4, 5, 6].map((week) => own(`${id} ${week + 1}`, after(date, week * 168), overrides)),
  ...waiting(date),
  bookingId: `b-${id.replaceAll(' ', '-')}`,
  canGiveUp: false,
  calledOff: null,
  ...overrides,
});

export const nextEvent = (title: string, date: string, overrides: Partial<NextEntry> = {}): NextEntry => ({
  _id: `n-${title.replaceAll(' ', '-')}`,
  kind: 'webinar',
  itemId: 'w1',
  title,
  programTitle: null,
  host: 'Meera Iyer',
  startsAt: date,
  endsAt: after(date, 1),
  meetingId: 'w1',
  meetingTitle: null,
  href: '/live-webinars/w1',
  status: 'upcoming',
  offer: 'wait',
  joinOpensAt: before(date, 0.25),
  joinUrl: null,
  ...overrides,
});

export const calendarEntry = (
  title: string,
  date: string,
  overrides: Partial<CalendarEntry> = {},
): CalendarEntry => ({
  ...(nextEvent(title, date) as CalendarEntry),
  clashesWith: [],
  ...overrides,
});

export const emptyDashboard = {
  hasStarted: false,
  continueLearning: [],
  minutesPerWeek: [],
  weeksInARow: 0,
  next: [] as NextEntry[],
  calendar: [] as CalendarEntry[],
  decisions: [] as Decision[],
  receipts: [],
  nextChangeAt: null,
};

export const waitlistEntry = (title: string, overrides: Partial<WaitlistEntry> = {}): WaitlistEntry => ({
  _id: `e-${title.replaceAll(' ', '-')}`,
  kind: 'webinar',
  id: `w-${title.replaceAll(' ', '-')}`,
  title,
  programTitle: null,
  startsAt: inHours(48),
  endsAt: inHours(49),
  href: '/live-webinars/full',
  place: 3,
  offeredUntil: null,
  nextChangeAt: inHours(1),
  ...overrides,
});

const page = <Row>(rows: Row[], request: Request) => {
  const { searchParams } = new URL(request.url);
  const skip = Number(searchParams.get('skip'));
  const limit = Number(searchParams.get('limit') ?? 10);
  return HttpResponse.json({ data: rows.slice(skip, skip + limit), totalCount: rows.length });
};

export const SWAP = '/api/learning/sessions/reshedule/swap';
export const ASSIGN = '/api/learning/sessions/reshedule/assign';
export const WAITLIST = '/api/learning/waitlist';
export const GIVE_UP = '/api/learning/giveup';
export const CANCEL = '/api/learning/sessions/reshedule/cancel';

/** A mock server with a member's bookings, which applies changes like the real one. */
export function bookingServer() {
  const fresh = () => ({
    sessions: [] as SessionBooking[],
    webinars: [] as BookedWebinar[],
    mentorships: [] as BookedMentorship[],
    credits: [] as Credit[],
    waiting: [] as WaitlistEntry[],
    open: [] as TimeframeEntry[],
    all: [] as Session[],
    bought: [] as Purchase[],
    proTimes: [] as ProTime[],
    proAction: 'extend' as ProFacts['action'],
    proStatus: 'none' as ProFacts['status'],
    dashboard: { ...emptyDashboard },
  });
  const state = fresh();
  const requests: [call: string, body: unknown][] = [];
  const move = ({ bookingId, sessionId }: { bookingId: string; sessionId: string }) => {
    const target = state.open.find(({ session }) => session._id === sessionId);
    const own = state.sessions.find(({ _id }) => _id === bookingId);
    if (target && own) {
      own.session = { ...target.session, booked: true };
      state.open = state.open.filter((one) => one !== target);
    }
    return own;
  };
  const server = setupServer(
    http.get('/api/course/booked/V1/course', () => HttpResponse.json({ data: [], totalCount: 0 })),
    http.get('/api/dashboard', () => HttpResponse.json({ data: state.dashboard })),
    http.get('/api/learning/session-user', ({ request }) => page(state.sessions, request)),
    http.get('/api/learning/bookedwebinarV1', ({ request }) => page(state.webinars, request)),
    http.get('/api/mentorship/booked/mentorshipV1', ({ request }) => page(state.mentorships, request)),
    http.get('/api/learning/canceled/session-user', ({ request }) => page(state.credits, request)),
    http.get(WAITLIST, ({ request }) => page(state.waiting, request)),
    http.delete(WAITLIST, async ({ request }) => {
      const { id } = (await request.json()) as { id: string };
      state.waiting = state.waiting.filter((one) => one.id !== id);
      return HttpResponse.json({ message: 'You are no longer on the waiting list.' });
    }),
    http.post(GIVE_UP, async ({ request }) => {
      const { bookingId } = (await request.json()) as { bookingId: string };
      state.webinars = state.webinars.filter((one) => one.bookingId !== bookingId);
      return HttpResponse.json({ message: 'Your seat is given up.', data: { bookingId } });
    }),
    http.get('/api/learnprosection/booked/V1/pro', () => HttpResponse.json({ data: state.bought })),
    http.get('/api/learnprosection/user/subscriptions/pro', () =>
      HttpResponse.json({
        data: {
          subscriptions: state.proTimes,
          pro: { action: state.proAction, status: state.proStatus, endsAt: state.bought[0]?.endsAt ?? null },
        },
      }),
    ),
    http.post('/api/course/mobile', () => HttpResponse.json({ courses: [card(1)], count: 1 })),
    http.get('/api/learning/webinarV1', () => HttpResponse.json({ data: [], totalCount: 0 })),
    http.get('/api/learning/sessions/timeframe', () => HttpResponse.json({ data: state.open })),
    http.get('/api/learning/user/liveotp/web/:id', () =>
      HttpResponse.json({ data: { ...program, programSessions: state.all, nextChangeAt: null } }),
    ),
    http.post(SWAP, async ({ request }) => {
      const moved = move((await request.json()) as never);
      return HttpResponse.json({ message: 'Your session has been swapped.', data: moved });
    }),
    http.post(ASSIGN, async ({ request }) => {
      const { bookingId, sessionId } = (await request.json()) as { bookingId: string; sessionId: string };
      const used = state.credits.find(({ _id }) => _id === bookingId);
      const target = state.open.find(({ session }) => session._id === sessionId);
      if (used && target) {
        Object.assign(used, { offer: 'creditUsed', assignedTo: 'b-new', assignedSession: target.session });
        state.sessions.push(booking('new', target.session.date, { session: target.session }));
      }
      const data = state.sessions.at(-1);
      return HttpResponse.json({ message: 'Your credit is used, and the session is booked.', data });
    }),
    http.post(CANCEL, async ({ request }) => {
      const { bookingId } = (await request.json()) as { bookingId: string };
      const gone = state.sessions.find(({ _id }) => _id === bookingId);
      state.sessions = state.sessions.filter((one) => one !== gone);
      if (gone) {
        state.credits.unshift({
          ...gone,
          status: 'canceled',
          offer: 'reassign',
          canChange: false,
          creditEndsAt: inHours(24 * 90),
          assignedTo: null,
          assignedSession: null,
        });
      }
      return HttpResponse.json({ message: 'Your session is cancelled.', data: {} });
    }),
  );
  server.events.on('request:start', async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.clone().text();
    requests.push([`${request.method} ${pathname}${search}`, text ? JSON.parse(text) : null]);
  });
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    requests.length = 0;
    Object.assign(state, fresh());
    localStorage.clear();
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return {
    server,
    state,
    requests,
    mutationRequests: () => requests.filter(([call]) => call.startsWith('POST')),
    respondWithError: (path: string, status: number, body: object | null) =>
      server.use(http.all(path, () => HttpResponse.json(body, { status }))),
    failNetwork: (path: string) => server.use(http.all(path, () => HttpResponse.error())),
    resetHandlers: () => server.resetHandlers(),
  };
}
