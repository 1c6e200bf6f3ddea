import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useLocation } from 'react-router';
import { useFocusNewRows } from '../../../shared/lib/useFocusNewRows';
import { usePageCount } from '../../../shared/lib/usePageCount';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { STATUSES, type Status } from '../lib/courseTexts';
import { statusFilter, withFilter } from '../lib/urlState';
import { bookedCourses, COURSES_PAGE } from '../queries';
import { FilterLinks } from './FilterLinks';
import { OwnCourse, OwnCourseSkeleton } from './OwnCourse';
import rows from './OwnCourse.module.css';
import classes from './OwnCourses.module.css';

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
  const { pages, showMore } = usePageCount(search);
  const requestedPage = useRef<number | null>(null);
  const total = data?.totalCount;
  const visibleCount = Math.min(pages * COURSES_PAGE, total ?? 0);
  const more = () => {
    requestedPage.current = pages;
    showMore();
  };
  const hasNone = total === 0 && status === undefined;
  return (
    <section className={classes.root} aria-labelledby="courses">
      <div className={classes.head}>
        <h2 id="courses" className={classes.title}>
          Courses
        </h2>
        <p role="status" className={`${classes.count} tabular`}>
          {total !== undefined && counted(total)}
        </p>
      </div>
      {!hasNone && (
        <FilterLinks label="Filter courses by progress" name="status" choices={STATUSES} chosen={status} />
      )}
      {total === 0 ? (
        <Nothing status={status} />
      ) : (
        <ul className={rows.list}>
          {Array.from({ length: pages }, (_, page) => page).map((page) => (
            <Page key={`${status} ${page}`} status={status} page={page} requestedPage={requestedPage} />
          ))}
        </ul>
      )}
      {total !== undefined && visibleCount < total && (
        <div className={classes.foot}>
          <p className={`${classes.count} tabular`}>
            {visibleCount} of {total.toLocaleString('en-IN')} shown
          </p>
          <Button variant="secondary" onClick={more}>
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}

interface PageProps {
  status: Status | undefined;
  page: number;
  /** The requested page that has not loaded yet. */
  requestedPage: RefObject<number | null>;
}

function Page({ status, page, requestedPage }: PageProps) {
  const query = useQuery(bookedCourses(status, page));
  const first = useFocusNewRows({ page, isLoaded: query.data !== undefined, requestedPage });
  if (!query.data) {
    return (
      <li>
        <QueryFallback query={query} what="courses" className={rows.failed}>
          <OwnCourseSkeleton />
          <OwnCourseSkeleton />
          <OwnCourseSkeleton />
        </QueryFallback>
      </li>
    );
  }
  return query.data.data.map((course, index) => (
    <li key={course._id} ref={index === 0 ? first : null}>
      <OwnCourse course={course} eager={page === 0 && index < SHOWN_AT_ONCE} />
    </li>
  ));
}

function Nothing({ status }: { status: Status | undefined }) {
  const { search } = useLocation();
  if (status) {
    return (
      <EmptyState
        action={
          <ButtonLink variant="secondary" to={{ search: withFilter(search, 'status', undefined) }}>
            Show all
          </ButtonLink>
        }
      >
        {NOTHING[status]}
      </EmptyState>
    );
  }
  return (
    <EmptyState action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
      You have no courses yet. Some are free, so you can start right away.
    </EmptyState>
  );
}

const counted = (total: number) => `${total.toLocaleString('en-IN')} ${total === 1 ? 'course' : 'courses'}`;
