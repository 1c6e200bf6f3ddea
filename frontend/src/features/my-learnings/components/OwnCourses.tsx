import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { FilterLinks } from '../../../shared/ui/FilterLinks';
import { PagedRows } from '../../../shared/ui/PagedRows';
import { STATUSES, type Status } from '../lib/courseTexts';
import { statusFilter } from '../lib/urlState';
import { bookedCourses, COURSES_PAGE } from '../queries';
import { NoneWithStatus } from './NoneWithStatus';
import { OwnCourse, OwnCourseSkeleton } from './OwnCourse';

const SHOWN_AT_ONCE = 3;

const NOTHING: Readonly<Record<Status, string>> = {
  notStarted: 'You have started all your courses.',
  ongoing: 'You have no courses in progress.',
  completed: "You haven't completed a course yet.",
};

/** The member's courses. */
export function OwnCourses() {
  const { search } = useLocation();
  const status = statusFilter(search);
  const { data } = useQuery(bookedCourses(status, 0));
  const total = data?.totalCount;
  const hasNone = total === 0 && status === undefined;
  return (
    <section className="stack columns-1 gap-4 min-w-0" aria-labelledby="courses">
      <div className="cluster items-baseline justify-between gap-1 gap-x-6">
        <h2 id="courses">Courses</h2>
        <p role="status" className="ink-2 text-s tabular">
          {total !== undefined && counted(total)}
        </p>
      </div>
      {!hasNone && (
        <FilterLinks
          label="Filter courses by progress"
          name="status"
          choices={STATUSES}
          chosen={status}
          count={total ?? 0}
        />
      )}
      {total === 0 ? (
        <Nothing status={status} />
      ) : (
        <PagedRows
          list={search}
          total={total}
          pageSize={COURSES_PAGE}
          usePage={(page) => useQuery(bookedCourses(status, page))}
          what="courses"
          skeleton={<Skeletons />}
        >
          {(course, index, page) => <OwnCourse course={course} eager={page === 0 && index < SHOWN_AT_ONCE} />}
        </PagedRows>
      )}
    </section>
  );
}

const Skeletons = () => (
  <>
    <OwnCourseSkeleton />
    <OwnCourseSkeleton />
    <OwnCourseSkeleton />
  </>
);

function Nothing({ status }: { status: Status | undefined }) {
  if (status) return <NoneWithStatus>{NOTHING[status]}</NoneWithStatus>;
  return (
    <EmptyState action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
      You have no courses yet. Some are free, so you can start right away.
    </EmptyState>
  );
}

const counted = (total: number) => `${total.toLocaleString('en-IN')} ${total === 1 ? 'course' : 'courses'}`;
