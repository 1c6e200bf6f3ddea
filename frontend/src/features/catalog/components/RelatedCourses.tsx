import type { CourseCard as Course } from '../queries';
import { CourseCards } from './CourseCards';

export function RelatedCourses({ courses }: { courses: Course[] }) {
  if (courses.length === 0) return null;
  return (
    <section aria-labelledby="related">
      <h2 id="related">Courses that go with it</h2>
      <div className={`grid-cards mt-4`}>
        <CourseCards courses={courses} />
      </div>
    </section>
  );
}
