import type { CourseCard as Course } from '../queries';
import cards from './CourseCard.module.css';
import { CourseCards } from './CourseCards';
import classes from './CoursePage.module.css';

export function RelatedCourses({ courses }: { courses: Course[] }) {
  if (courses.length === 0) return null;
  return (
    <section aria-labelledby="related">
      <h2 id="related">Courses that go with it</h2>
      <div className={`${cards.grid} ${classes.related}`}>
        <CourseCards courses={courses} />
      </div>
    </section>
  );
}
