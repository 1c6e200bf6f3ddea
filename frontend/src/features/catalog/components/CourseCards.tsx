import type { CourseCard as Course } from '../queries';
import { CourseCard } from './CourseCard';

/** Cards of a grid; the images of the first `eager` cards are not lazy. */
export function CourseCards({ courses, eager = 0 }: { courses: Course[]; eager?: number }) {
  return courses.map((course, index) => (
    <CourseCard key={course._id} course={course} eager={index < eager} />
  ));
}
