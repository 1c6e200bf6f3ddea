import { detail } from '../../../test/courses';
import { nextSteps, offerOf } from './offer';

const END = '2027-03-03T09:30:00Z';
const open = (via: string, endsAt: string | null = END) => ({ granted: true, via, endsAt });
const steps = (course: ReturnType<typeof detail>, last?: string) =>
  offerOf(course, last).steps.map(({ label }) => label);

describe('who has no access', () => {
  test('takes a free course for nothing', () => {
    expect(offerOf(detail({ offer_price: 0, markup_price: null }))).toEqual({
      access: null,
      steps: [{ kind: 'enrol', label: 'Enrol for free' }],
      note: null,
    });
  });

  test('is led to Pro by a course of Pro', () => {
    expect(steps(detail({ offer_price: 0, proCourse: true }))).toEqual(['Get Pro']);
  });

  test('buys a paid course', () => {
    expect(offerOf(detail())).toEqual({
      access: null,
      steps: [{ kind: 'buy', label: 'Buy for ₹1,499' }],
      note: null,
    });
    expect(steps(detail({ offer_price: 123_499.5 }))).toEqual(['Buy for ₹1,23,499.50']);
  });

  test('may buy a course of Pro that has a price of its own', () => {
    expect(steps(detail({ proCourse: true }))).toEqual(['Get Pro', 'Buy for ₹1,499']);
  });

  test('may buy it again once their access has ended', () => {
    const ended = detail({ access: { granted: false, via: 'purchase', endsAt: END } });
    expect(offerOf(ended).access).toBe('Your access ended on Wed, 3 Mar 2027');
    expect(steps(ended)).toEqual(['Buy for ₹1,499']);
  });

  test('hears until when they had it', () => {
    const ended = detail({ offer_price: 0, access: { granted: false, via: 'free', endsAt: END } });
    expect(offerOf(ended).access).toBe('Your access ended on Wed, 3 Mar 2027');
    expect(steps(ended)).toEqual(['Enrol for free']);
  });
});

describe('who has access', () => {
  test.each([
    [open('purchase'), 'Access until Wed, 3 Mar 2027'],
    [open('free'), 'Access until Wed, 3 Mar 2027'],
    [open('staff', null), 'Access with no end date'],
    [open('pro'), 'Access with your Pro until Wed, 3 Mar 2027'],
    [open('pro', null), 'Access with your Pro'],
    [open('trial'), 'Access with your free trial until Wed, 3 Mar 2027'],
  ])('%j reads %s', (access, words) => {
    expect(offerOf(detail({ access })).access).toBe(words);
  });

  test('goes on where they stopped', () => {
    const course = detail({ access: open('purchase'), isPurchased: true });
    expect(offerOf(course, 't-Notes').steps).toEqual([
      { kind: 'learn', label: 'Continue learning', topicId: 't-Notes' },
    ]);
  });

  test.each([
    ['before they began', undefined],
    ['after their topic was taken out', 't-gone'],
  ])('starts with the first topic %s', (_, last) => {
    const course = detail({ access: open('purchase'), isPurchased: true });
    expect(offerOf(course, last).steps).toEqual([
      { kind: 'learn', label: 'Continue learning', topicId: 't-Orders' },
    ]);
  });

  test('opens a course of Pro at once, and may enrol in it', () => {
    const course = detail({ access: open('pro'), proCourse: true, offer_price: 0 });
    expect(steps(course)).toEqual(['Start learning', 'Enrol with Pro']);
    expect(steps({ ...course, isPurchased: true })).toEqual(['Continue learning']);
  });

  test('waits for a course without topics', () => {
    const offer = offerOf(detail({ access: open('purchase'), isPurchased: true, chapters: [] }));
    expect(offer.steps).toEqual([]);
    expect(offer.note).toBe('Topics are coming soon.');
  });
});

test('what follows is said in days, and in words', () => {
  expect(nextSteps(detail()).title).toBe('After you pay');
  expect(nextSteps(detail()).lines[0]).toContain('365 days');
  expect(nextSteps(detail({ accessValidityInDays: 1 })).lines[0]).toContain('for 1 day.');
  expect(nextSteps(detail({ offer_price: 0 })).title).toBe('After you enrol');
  expect(nextSteps(detail({ proCourse: true, offer_price: 0 })).lines).toHaveLength(2);
  expect(nextSteps(detail({ proCourse: true }))).toMatchObject({
    title: 'With Pro',
    lines: { 2: 'If you buy it separately, you get access for 365 days, without Pro.' },
  });
});
