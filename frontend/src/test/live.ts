import type { MentorshipDetail, WebinarDetail } from '../features/live/lib/event';
import type { LiveTradingDetail, ProgramSession, SessionPlan } from '../features/live/queries';
import { pricesWithGst, withGst } from './prices';

const HOUR_MS = 3_600_000;

/** A meeting ahead, of an hour and a half. */
export const meeting = (
  id: string,
  date: string,
  overrides: Partial<MentorshipDetail['meetings'][number]> = {},
): MentorshipDetail['meetings'][number] => ({
  _id: id,
  title: `Meeting ${id}`,
  start_date: date,
  end_date: new Date(Date.parse(date) + 1.5 * HOUR_MS).toISOString(),
  status: 'planned',
  seatsLeft: null,
  isMoved: false,
  movedFrom: null,
  joinFrom: new Date(Date.parse(date) - HOUR_MS / 4).toISOString(),
  canJoin: false,
  recording: null,
  ...overrides,
});

/** A session that starts at this time and lasts 90 minutes. */
export const programSession = (
  id: string,
  date: string,
  overrides: Partial<ProgramSession> = {},
): ProgramSession => ({
  _id: id,
  sessionName: `Session ${id}`,
  date,
  endDate: new Date(Date.parse(date) + 1.5 * HOUR_MS).toISOString(),
  booked: false,
  full: false,
  seatsLeft: null,
  fewSeatsLeft: null,
  waitingPlace: null,
  offeredUntil: null,
  basePricePerSession: 499,
  ...overrides,
});

export const program = (
  programSessions: ProgramSession[],
  overrides: Partial<LiveTradingDetail> = {},
): LiveTradingDetail => ({
  _id: 'p1',
  title: 'Opening Desk',
  weburlname: 'opening-desk',
  smallBanner: '/covers/square/1/1.svg',
  mentorbannerurl: '/covers/wide/1/1.svg',
  web_banner_url: '/covers/wide/1/1.svg',
  mentor_details: {
    name: 'Meera Iyer',
    weburlname: 'a-mentor',
    credentials: [],
    experience: '14 years',
    image: null,
    bio: 'Charts.',
  },
  language: 'English',
  category: null,
  programSessions,
  holidays: [],
  long_description: 'The first ninety minutes.',
  agenda: ['Before the bell', 'The open'],
  fromPrice: 499,
  fromSessions: 1,
  priceWithGst: withGst(overrides.fromPrice === undefined ? 499 : overrides.fromPrice),
  singlePriceWithGst: 588.82,
  nextSessionAt: programSessions[0]?.date ?? null,
  status: 'planned',
  meetings: [],
  offer: 'select',
  nextChangeAt: null,
  ...overrides,
});

/** '5 sessions' at ₹425 each, which is 15% off. */
export const sessionPlan = (
  count: number,
  price: number,
  overrides: Partial<SessionPlan> = {},
): SessionPlan => ({
  _id: `plan-${count}`,
  priceName: `${count} sessions`,
  actualPrice: 499,
  discountedPrice: price,
  discountPercentage: Math.round(((499 - price) / 499) * 100),
  validityPeriodInDays: 90,
  numOfSessions: count,
  basePricePerSession: 499,
  liveTradingId: 'p1',
  ...overrides,
});

const HOST = {
  name: 'Meera Iyer',
  weburlname: 'a-mentor',
  credentials: [],
  experience: '14 years',
  image: null,
  bio: 'Charts.',
};

export const webinar = (overrides: Partial<WebinarDetail> = {}): WebinarDetail => ({
  _id: 'w1',
  title: 'Open House',
  weburlname: 'open-house',
  webinarTime: '2026-11-24T13:00:00Z',
  webinarEndTime: '2026-11-24T14:30:00Z',
  smallBanner: '/covers/square/1/1.svg',
  bannerImageUrl: '/covers/wide/1/1.svg',
  hostProfilename: HOST.name,
  hostWeburlname: 'a-mentor',
  hostImage: null,
  language: 'English',
  category: null,
  price: 0,
  markup_price: null,
  ...pricesWithGst(overrides.price ?? 0, overrides.markup_price ?? null),
  isFree: overrides.price === undefined || overrides.price === 0,
  isBooked: false,
  seatsLeft: null,
  fewSeatsLeft: null,
  long_description: 'Come and go as you like.',
  agenda: ['Your charts', 'Questions'],
  host: HOST,
  calledOff: null,
  status: 'planned',
  meetings: [
    meeting('w1', '2026-11-24T13:00:00Z', {
      canJoin: Boolean(overrides.joinUrl),
      recording: overrides.recordingUrl ? { ready: true } : null,
    }),
  ],
  offer: overrides.price ? 'buy' : 'bookFree',
  joinOpensAt: '2026-11-24T12:45:00Z',
  nextChangeAt: null,
  joinUrl: null,
  recordingUrl: null,
  waitlist: null,
  ...overrides,
});

export const mentorship = (overrides: Partial<MentorshipDetail> = {}): MentorshipDetail => ({
  _id: 'm1',
  title: 'Chart Reading',
  weburlname: 'chart-reading',
  start_date: '2026-11-24T13:00:00Z',
  end_date: '2026-12-22T14:30:00Z',
  smallBanner: '/covers/square/2/2.svg',
  mentorbannerurl: '/covers/wide/2/2.svg',
  mentor_details: HOST,
  language: 'English',
  category: null,
  price: 4999,
  markup_price: null,
  ...pricesWithGst(overrides.price ?? 4999, overrides.markup_price ?? null),
  isFree: false,
  isBooked: false,
  seatsLeft: null,
  fewSeatsLeft: null,
  long_description: '',
  agenda: [],
  capacity: null,
  meetingTimes: [{ start: '2026-11-24T13:00:00Z', end: '2026-11-24T14:30:00Z' }],
  meetingsSummary: 'Tuesdays, 5 evenings, 6:30 to 8 PM',
  schedule: ['Tue 24 Nov 2026, 6:30 to 8 PM: Trend', 'Tue 1 Dec 2026, 6:30 to 8 PM: Range'],
  calledOff: null,
  status: 'planned',
  meetings: [
    meeting('1', '2026-11-24T13:00:00Z', { title: 'Trend' }),
    meeting('2', '2026-12-01T13:00:00Z', { title: 'Range' }),
  ],
  offer: 'buy',
  joinOpensAt: '2026-11-24T12:45:00Z',
  nextChangeAt: null,
  joinUrl: null,
  recordingUrl: null,
  waitlist: null,
  ...overrides,
});
