import type { OwnCourse, Week } from '../features/my-learnings/queries';

/** A purchased course that was not started. */
export const ownCourse = (number: number, overrides: Partial<OwnCourse> = {}): OwnCourse => ({
  _id: `course-id-${number}`,
  title: `Course ${number}`,
  weburlname: `course-${number}`,
  lead: '',
  long_description: '',
  link: '',
  instructors: [],
  totalLearner: 0,
  rating: 0,
  reviewCount: 0,
  offer_price: 1499,
  markup_price: null,
  priceWithGst: 1768.82,
  markupPriceWithGst: null,
  level: 'Beginner',
  language: 'English',
  webimage: [{ url: `/covers/wide/215/${number}.svg`, width: 640, height: 360 }],
  CoursetotalDuration: 600,
  proCourse: false,
  pricing: 'paid',
  isPurchased: true,
  previewVideoId: null,
  previewVideoUrl: null,
  isNew: false,
  category: 'Market Basics',
  access: { granted: true, via: 'purchase', endsAt: '2027-03-06T06:00:00Z' },
  offer: { actions: ['start'], topicId: 'first', reason: null },
  status: 'notStarted',
  hasCertificate: false,
  certificateWithdrawn: false,
  certificateFrom: null,
  progressPercent: 0,
  firstTopicId: 'first',
  lastTopicId: null,
  resumeAt: 0,
  ...overrides,
});

export const ongoing = (progressPercent: number, topicId: string): Partial<OwnCourse> => ({
  offer: { actions: ['continue'], topicId, reason: null },
  status: 'ongoing',
  progressPercent,
  lastTopicId: topicId,
});

export const completed: Partial<OwnCourse> = {
  offer: { actions: ['watchAgain'], topicId: 'first', reason: null },
  status: 'completed',
  progressPercent: 100,
  lastTopicId: 'last',
};

export const ended = (endsAt: string | null): Partial<OwnCourse> => ({
  access: endsAt === null ? null : { granted: false, via: 'purchase', endsAt },
  offer: { actions: ['buy'], topicId: null, reason: endsAt === null ? 'notEnrolled' : 'accessEnded' },
});

const MONDAYS = '2026-09-28 2026-10-05 2026-10-12 2026-10-19 2026-10-26 2026-11-02 2026-11-09 2026-11-16';

/** The last eight weeks with these minutes. */
export const weeks = (...minutes: number[]): Week[] =>
  MONDAYS.split(' ').map((weekStart, index) => ({ weekStart, minutes: minutes[index] ?? 0 }));
