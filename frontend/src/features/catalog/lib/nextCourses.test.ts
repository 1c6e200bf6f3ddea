import { card } from '../../../test/courses';
import { nextCourses, nextCoursesFilter } from './nextCourses';

const ids = (courses: readonly { _id: string }[]) => courses.map(({ _id }) => _id);

test('one more than is shown is requested: the course itself may be among them', () => {
  expect(nextCoursesFilter({ category: 'Options' })).toEqual({ category: ['Options'], skip: 0, limit: 4 });
});

test('neither the course itself nor what the member has is suggested, and the same level comes first', () => {
  const courses = [
    card(1),
    card(2, { level: 'Advanced' }),
    card(3, { isPurchased: true }),
    card(4, { level: 'Beginner' }),
  ];
  expect(ids(nextCourses(card(1), courses))).toEqual(['c4', 'c2']);
});

test('at most three are suggested', () => {
  expect(ids(nextCourses(card(9), [card(1), card(2), card(3), card(4)]))).toEqual(['c1', 'c2', 'c3']);
  expect(nextCourses(card(1), [card(1)])).toEqual([]);
});
