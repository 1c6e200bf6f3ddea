import { type PageData, setPageSettings } from '../../../shared/lib/pageData';
import { businessConstants } from '../../../test/businessConstants';
import { detail } from '../../../test/courses';
import { accessText, actionLabel, reviewText, termsText } from './offerText';

beforeAll(() => setPageSettings(businessConstants as PageData));

const END = '2027-03-03T09:30:00Z';
const access = (granted: boolean, via: string, endsAt: string | null) => ({ granted, via, endsAt });

test.each([
  ['start', 'Start learning'],
  ['continue', 'Continue learning'],
  ['watchAgain', 'Review'],
  ['enrol', 'Enrol for free'],
  ['enrolWithPro', 'Enrol with Pro'],
  ['getPro', 'Get Pro'],
  ['buy', 'Buy for ₹1,768.82'],
] as const)('%s reads %s', (action, label) => {
  expect(actionLabel(action, detail())).toBe(label);
});

test('a price with paise is shown with them', () => {
  expect(actionLabel('buy', detail({ offer_price: 123_499.5 }))).toBe('Buy for ₹1,45,729.42');
});

test.each([
  [null, null],
  [access(true, 'purchase', END), 'Access until Wed, 3 Mar 2027'],
  [access(true, 'free', END), 'Access until Wed, 3 Mar 2027'],
  [access(true, 'staff', null), 'Access with no end date'],
  [access(true, 'pro', END), 'Access with your Pro until Wed, 3 Mar 2027'],
  [access(true, 'pro', null), 'Access with your Pro'],
  [access(true, 'trial', END), 'Access with your free trial until Wed, 3 Mar 2027'],
  [access(false, 'purchase', END), 'Your access ended on Wed, 3 Mar 2027'],
  [access(false, 'purchase', null), 'Your access has ended'],
])('%j reads %s', (value, text) => {
  expect(accessText(detail({ access: value }))).toBe(text);
});

test.each([
  ['free', 'After you enrol', 'When your access ends, you can enrol again.'],
  ['paid', 'After you pay', 'This is a one-time payment. There is no auto-renewal and no further charge.'],
  ['pro', 'With Pro', 'Pick up where you left off in every topic, on any device.'],
  ['proOrPaid', 'With Pro', 'If you buy it separately, you get access for 365 days, without Pro.'],
] as const)('a course that is %s says what follows', (pricing, title, last) => {
  const terms = termsText(detail({ pricing }));
  expect(terms.title).toBe(title);
  expect(terms.lines.at(-1)).toBe(last);
});

test('one day is a day', () => {
  expect(termsText(detail({ accessValidityInDays: 1 })).lines[0]).toContain('for 1 day.');
});

test.each([
  [null, null],
  [{ allowed: true, topicsLeft: 0 }, null],
  [{ allowed: false, topicsLeft: 0 }, null],
  [
    { allowed: false, topicsLeft: 3 },
    'You can review this course once you have finished half of it: 3 more topics to go.',
  ],
])('a review with %j reads %s', (review, text) => {
  expect(reviewText(detail({ review }))).toBe(text);
});
