import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ChapterPage } from '../../features/academy/components/ChapterPage';
import { academyChapter } from '../../features/academy/queries';
import { useAuth } from '../../features/account/queries';
import { CourseCards } from '../../features/catalog/components/CourseCards';
import { coursesAfter } from '../../features/catalog/queries';
import { useTitle } from '../page/useTitle';
import * as classes from './AcademyChapter.module.css';

export function AcademyChapter() {
  const { module = '', chapter = '' } = useParams<'module' | 'chapter'>();
  const { isAuthenticated } = useAuth();
  const { data } = useSuspenseQuery(academyChapter(module, chapter));
  useTitle(data.data.title);
  return (
    <ChapterPage
      chapter={data.data}
      isMember={isAuthenticated}
      after={<NextCourse module={data.data.module.weburlname} />}
    />
  );
}

/** The course that goes on from the module, where staff chose one. */
function NextCourse({ module }: { module: string }) {
  const courses = useQuery(coursesAfter(module)).data?.courses ?? [];
  return (
    courses.length > 0 && (
      <section className={`gap-4 mt-8 print-hidden stack ${classes.next}`} aria-labelledby="next-course">
        <h2 id="next-course">The course that goes on from here</h2>
        <CourseCards courses={courses} />
      </section>
    )
  );
}
