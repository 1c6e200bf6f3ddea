import type { CourseCard, CourseDetail, Options } from '../features/catalog/queries';
import { pricesWithGst } from './prices';

export const card = (number: number, overrides: Partial<CourseCard> = {}): CourseCard => ({
  _id: `c${number}`,
  title: `Course ${number}`,
  weburlname: `course-${number}`,
  lead: `What course ${number} is.`,
  long_description: `What course ${number} teaches.`,
  link: '',
  instructors: [
    {
      _id: 'i1',
      full_name: 'Kavya Reddy',
      weburlname: 'a-mentor',
      credentials: [],
      experience: '8 years',
      image: null,
    },
  ],
  totalLearner: 18420,
  rating: 4.5,
  reviewCount: 12,
  offer_price: 1499,
  markup_price: 2999,
  ...pricesWithGst(
    overrides.offer_price ?? 1499,
    overrides.markup_price === undefined ? 2999 : overrides.markup_price,
  ),
  level: 'Beginner',
  language: 'English',
  webimage: [{ url: `/covers/wide/1/${number}.svg`, width: 640, height: 360 }],
  CoursetotalDuration: 5730,
  proCourse: false,
  pricing: 'paid',
  isPurchased: false,
  previewVideoId: null,
  previewVideoUrl: null,
  isNew: false,
  category: 'Market Basics',
  ...overrides,
});

type Topic = CourseDetail['chapters'][number]['topics'][number];

export const topic = (name: string, overrides: Partial<Topic> = {}): Topic => ({
  _id: `t-${name}`,
  title: name,
  summary: '',
  ContentType: 'video',
  duration: 245,
  isFreePreview: false,
  access: 'locked',
  isCompleted: false,
  hasCaptions: false,
  ...overrides,
});

export const detail = (overrides: Partial<CourseDetail> = {}): CourseDetail => ({
  ...card(1, overrides),
  whatYouWillLearn: ['Read a contract note', 'Know the charges'],
  requirements: ['No earlier knowledge'],
  accessValidityInDays: 365,
  chapters: [
    {
      _id: 'k1',
      title: 'Follow the order',
      topics: [topic('Orders'), topic('Notes', { ContentType: 'article' })],
    },
    { _id: 'k2', title: 'Check yourself', topics: [topic('Quiz', { ContentType: 'quiz', duration: 0 })] },
  ],
  access: null,
  offer: { actions: ['buy'], topicId: null, reason: 'notEnrolled' },
  review: null,
  ownReview: null,
  rating: 0,
  reviewCount: 0,
  reviewCounts: [0, 0, 0, 0, 0],
  lastUpdated: '2026-11-02T09:30:00Z',
  related: [],
  reviews: [],
  ...overrides,
});

/** What changes once the course is open to the member; `actions` may add more after the first. */
export const opened = (
  via: string,
  { actions = ['start'], topicId = 't-Orders' }: Partial<CourseDetail['offer']> = {},
): Pick<CourseDetail, 'access' | 'offer' | 'review' | 'isPurchased'> => ({
  isPurchased: !actions.includes('enrolWithPro'),
  access: { granted: true, via, endsAt: '2027-03-03T09:30:00Z' },
  offer: { actions, topicId, reason: null },
  review: { allowed: true, topicsLeft: 0 },
});

export const options: Options = {
  categories: [
    { value: 'Market Basics', label: 'Market Basics', count: 3 },
    { value: 'Options & Futures', label: 'Options & Futures', count: 2 },
  ],
  levels: [
    { value: 'Beginner', label: 'Beginner', count: 12 },
    { value: 'Advanced', label: 'Advanced', count: 4 },
  ],
  instructors: [{ value: 'kavya-reddy', label: 'Kavya Reddy', count: 6 }],
  languages: [
    { value: 'English', label: 'English', count: 21 },
    { value: 'Hindi', label: 'Hindi', count: 3 },
  ],
  prices: [
    { value: 'free', label: 'Free', count: 6 },
    { value: 'pro', label: 'Free with Pro', count: 8 },
  ],
};
