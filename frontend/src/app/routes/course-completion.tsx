import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { NameForm } from '../../features/account/components/NameForm';
import type { User } from '../../features/account/queries';
import { CourseCards } from '../../features/catalog/components/CourseCards';
import { GoalList } from '../../features/catalog/components/CourseSections';
import { nextCourses, nextCoursesFilter } from '../../features/catalog/lib/nextCourses';
import { actionLabel } from '../../features/catalog/lib/offerText';
import { type CourseDetail, courseDetail, courseList } from '../../features/catalog/queries';
import { CertificateSection } from '../../features/certificates/components/CertificateSection';
import { langOf, useI18n } from '../../shared/lib/i18n';
import { AppLink } from '../../shared/ui/AppLink';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import ReviewButton from '../dialogs/ReviewButton';
import { PageSkeleton } from '../page/PageSkeleton';
import { useLastUser } from '../page/useLastUser';
import { useTitle } from '../page/useTitle';
import type { RouteRow } from '../routing/routeRow';
import { QuerySection } from '../sections/QuerySection';
import * as classes from './CourseCompletion.module.css';

/** The end of a course: what was learned, the certificate, a review, and what to learn next. */
export default function CourseCompletion({ row }: { row: RouteRow }) {
  const person = useLastUser();
  const { courseId = '' } = useParams<'courseId'>();
  return person ? <Completed row={row} person={person} courseKey={courseId} /> : <PageSkeleton />;
}

function Completed({ row, person, courseKey }: { row: RouteRow; person: User; courseKey: string }) {
  const i18n = useI18n();
  const { data } = useSuspenseQuery(courseDetail(courseKey));
  const course = data.data;
  useTitle(`${row.title} · ${course.title}`);
  return (
    <article>
      <div className={`container stack gap-6 pb-4 pt-8 ${classes.root}`}>
        <Head course={course} />
        <CertificateSection
          courseKey={courseKey}
          courseTitle={course.title}
          hasName={person.name !== ''}
          nameForm={<NameForm />}
        />
        <GoalList title={i18n._('What you learned')} course={course} />
        {course.review?.allowed && (
          <section className={`stack justify-items-start gap-2 ${classes.review}`} aria-labelledby="review">
            <h2 id="review">{i18n._('How was this course?')}</h2>
            <p>{i18n._('Your review helps others to choose.')}</p>
            <ReviewButton own={course.ownReview} />
          </section>
        )}
      </div>
      <NextCourses course={course} />
    </article>
  );
}

function Head({ course }: { course: CourseDetail }) {
  const i18n = useI18n();
  const { actions, topicId } = course.offer;
  const [action] = actions;
  const isCompleted = action === 'watchAgain';
  return (
    <header className={classes.head}>
      <p className="text-s">
        <AppLink to={`/courses/${course.weburlname}`} lang={langOf(course.title, i18n)}>
          {course.title}
        </AppLink>
      </p>
      <h1>{isCompleted ? i18n._('You completed this course') : i18n._('Certificate of completion')}</h1>
      <p className="measure mt-2 ink-2">
        {isCompleted
          ? i18n._('You have completed all its topics. Here is what you take with you.')
          : i18n._('A certificate stays valid when topics are added or your access ends.')}
      </p>
      <p className="cluster gap-3 mt-4">
        {action && topicId !== null && (
          <ButtonLink variant="secondary" to={`/course/${course.weburlname}/topic/${topicId}`}>
            {actionLabel(action, course)}
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" to="/my-learnings?kind=courses">
          {i18n._('My Learnings')}
        </ButtonLink>
      </p>
    </header>
  );
}

function NextCourses({ course }: { course: CourseDetail }) {
  const i18n = useI18n();
  const query = useQuery(courseList(nextCoursesFilter(course)));
  return (
    <QuerySection
      title={i18n._('What to learn next')}
      more={{ to: '/courses', label: i18n._('Browse courses') }}
      query={query}
      what="courses"
    >
      {({ courses }) => {
        const suggested = nextCourses(course, courses);
        return suggested.length > 0 ? (
          <div className="grid-cards">
            <CourseCards courses={suggested} />
          </div>
        ) : (
          <p className={classes.none}>{i18n._('Choose any other course.')}</p>
        );
      }}
    </QuerySection>
  );
}
