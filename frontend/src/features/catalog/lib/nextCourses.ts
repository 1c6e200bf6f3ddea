import type { CourseCard, CourseDetail } from '../queries';

const SUGGESTED = 3;

/** The list from which `nextCourses` chooses; the course itself may be in it. */
export const nextCoursesFilter = ({ category }: Pick<CourseDetail, 'category'>) => ({
  category: [category],
  skip: 0,
  limit: SUGGESTED + 1,
});

/** Courses of the same category that the member does not have yet, those of the same level first. */
export function nextCourses(
  course: Pick<CourseDetail, '_id' | 'level'>,
  courses: readonly CourseCard[],
): CourseCard[] {
  const others = courses.filter(({ _id, isPurchased }) => _id !== course._id && !isPurchased);
  const isSameLevel = ({ level }: CourseCard) => level === course.level;
  return [...others.filter(isSameLevel), ...others.filter((other) => !isSameLevel(other))].slice(
    0,
    SUGGESTED,
  );
}
