import { completed, ended, ongoing, ownCourse } from '../../../test/ownCourses';
import { accessText, certificatePath, nextStep, progressText } from './courseTexts';

test.each([
  ['not started', {}, 'Not started', 'Start', 'first'],
  ['opened only', ongoing(0, 'second'), '0% completed', 'Continue', 'second'],
  ['ongoing', ongoing(40, 'second'), '40% completed', 'Continue', 'second'],
  ['completed', completed, 'Completed', 'Review', 'first'],
])('a course that is %s', (_, overrides, text, label, topic) => {
  const course = ownCourse(1, overrides);
  expect(progressText(course)).toBe(text);
  expect(nextStep(course)).toEqual({ label, to: `/course/course-1/topic/${topic}` });
});

const END = '2026-11-28T06:00:00Z';
const access = (via: string, endsAt: string | null) => ({ access: { granted: true, via, endsAt } });

test.each([
  [access('purchase', END), 'Access until Sat, 28 Nov 2026'],
  [access('free', null), 'Access with no end date'],
  [access('pro', END), 'Access with Pro until Sat, 28 Nov 2026'],
  [access('trial', END), 'Access with your free trial until Sat, 28 Nov 2026'],
])('%j is open', (overrides, text) => {
  expect(accessText(ownCourse(1, overrides))).toBe(text);
});

const needsPro = {
  access: null,
  offer: { actions: ['getPro' as const], topicId: null, reason: 'needsPro' as const },
};

test.each([
  [needsPro, 'Available with Pro'],
  [ended(END), 'Access ended on Sat, 28 Nov 2026'],
  [ended(null), 'Your access has ended'],
])('%j is closed, and links to the course', (overrides, text) => {
  const course = ownCourse(1, { ...ongoing(40, 'second'), ...overrides });
  expect(accessText(course)).toBe(text);
  expect(nextStep(course)).toEqual({ label: 'Go to course', to: '/courses/course-1' });
});

test('a course without topics links to its page', () => {
  const offer = { actions: [], topicId: null, reason: 'noTopics' as const };
  expect(nextStep(ownCourse(1, { offer })).to).toBe('/courses/course-1');
});

test.each([
  ['that was not started', {}, null],
  ['that is ongoing', ongoing(40, 'second'), null],
  ['that is completed', completed, '/course/course-1/completed'],
  [
    'to which topics were added',
    { ...ongoing(80, 'new'), hasCertificate: true },
    '/course/course-1/completed',
  ],
])('the certificate of a course %s', (_, overrides, path) => {
  expect(certificatePath(ownCourse(1, overrides))).toBe(path);
});
