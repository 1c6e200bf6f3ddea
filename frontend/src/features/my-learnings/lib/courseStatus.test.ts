import { ownCourse } from '../../../test/ownCourses';
import { accessText, nextStep, progressText } from './courseStatus';

test.each([
  ['nothing learned', {}, 'Not started', 'Start', 'first'],
  ['begun at nought', { lastTopicId: 'second' }, '0% completed', 'Continue', 'second'],
  ['on the way', { progressPercent: 40, lastTopicId: 'second' }, '40% completed', 'Continue', 'second'],
  ['all learned', { progressPercent: 100, lastTopicId: 'second' }, 'Completed', 'Watch again', 'first'],
])('%s', (_, overrides, text, label, topic) => {
  const course = ownCourse(1, overrides);
  expect(progressText(course)).toBe(text);
  expect(nextStep(course)).toEqual({ label, to: `/course/course-1/topic/${topic}` });
});

const END = '2026-11-28T06:00:00Z';
const open = (via: string, endsAt: string | null) => ({ granted: true, via, endsAt });

test.each([
  [{ access: open('purchase', END) }, 'Access until Sat, 28 Nov 2026'],
  [{ access: open('free', null) }, 'Access with no end date'],
  [{ access: open('pro', END), proCourse: true }, 'Access with Pro until Sat, 28 Nov 2026'],
  [{ access: open('trial', END), proCourse: true }, 'Access with your free trial until Sat, 28 Nov 2026'],
])('%j opens', (overrides, text) => {
  const course = ownCourse(1, overrides);
  expect(accessText(course)).toBe(text);
  expect(nextStep(course).label).toBe('Start');
});

test.each([
  [{ access: null, proCourse: true }, 'Available with Pro'],
  [{ access: { granted: false, via: 'purchase', endsAt: END } }, 'Access ended on Sat, 28 Nov 2026'],
  [{ access: null }, 'Your access has ended'],
])('%j opens no more, and leads to the course', (overrides, text) => {
  const course = ownCourse(1, { progressPercent: 40, lastTopicId: 'second', ...overrides });
  expect(accessText(course)).toBe(text);
  expect(nextStep(course)).toEqual({ label: 'Go to course', to: '/courses/course-1' });
});

test('a course without topics leads to its page', () => {
  expect(nextStep(ownCourse(1, { firstTopicId: null })).to).toBe('/courses/course-1');
});
