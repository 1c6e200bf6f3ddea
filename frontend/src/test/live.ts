import type { MentorshipDetail, WebinarDetail } from '../features/live/lib/event';
import type { LiveTradingDetail, ProgramSession, SessionPlan } from '../features/live/queries';

const HOUR_MS = 3_600_000;

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
  programSessions,
  long_description: 'The first ninety minutes.',
  agenda: ['Before the bell', 'The open'],
  fromPrice: 499,
  status: 'planned',
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
  price: 0,
  markup_price: null,
  isFree: overrides.price === undefined || overrides.price === 0,
  isBooked: false,
  seatsLeft: null,
  fewSeatsLeft: null,
  long_description: 'Come and go as you like.',
  agenda: ['Your charts', 'Questions'],
  host: HOST,
  calledOff: null,
  status: 'planned',
  offer: overrides.price ? 'buy' : 'bookFree',
  joinOpensAt: '2026-11-24T12:45:00Z',
  nextChangeAt: null,
  joinUrl: null,
  recordingUrl: null,
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
  price: 4999,
  markup_price: null,
  isFree: false,
  isBooked: false,
  seatsLeft: null,
  fewSeatsLeft: null,
  long_description: '',
  agenda: [],
  schedule: ['Weeks 1 and 2: Trend', 'Weeks 3 and 4: Range'],
  calledOff: null,
  status: 'planned',
  offer: 'buy',
  joinOpensAt: '2026-11-24T12:45:00Z',
  nextChangeAt: null,
  joinUrl: null,
  recordingUrl: null,
  ...overrides,
});
