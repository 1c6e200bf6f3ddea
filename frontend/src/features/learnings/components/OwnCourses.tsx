import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useLocation } from 'react-router';
import { useAwaited } from '../../../shared/lib/useAwaited';
import { usePages } from '../../../shared/lib/usePages';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Unready } from '../../../shared/ui/Unready';
import { askedStatus, asking } from '../lib/asked';
import { STATUSES, type Status } from '../lib/standing';
import { bookedCourses, COURSES_PAGE } from '../queries';
import { Choices } from './Choices';
import { OwnCourse, OwnCourseSkeleton } from './OwnCourse';
import rows from './OwnCourse.module.css';
import classes from './OwnCourses.module.css';

const SHOWN_AT_ONCE = 3;

const NOTHING: Readonly<Record<Status, string>> = {
  notStarted: 'You have begun every course that you have.',
  ongoing: 'No course is under way at present.',
  completed: 'No course is completed yet.',
};

/** The member's own courses. The server writes the same markup: templates/parts/own_courses.html. */
export function OwnCourses() {
  const { search } = useLocation();
  const status = askedStatus(search);
  const { data } = useQuery(bookedCourses(status, 0));
  const { pages, showMore } = usePages(search);
  const awaited = useRef<number | null>(null);
  const total = data?.totalCount;
  const shown = Math.min(pages * COURSES_PAGE, total ?? 0);
  const more = () => {
    awaited.current = pages;
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
      {!hasNone && <Choices label="Courses by progress" name="status" choices={STATUSES} chosen={status} />}
      {total === 0 ? (
        <Nothing status={status} />
      ) : (
        <ul className={rows.list}>
          {Array.from({ length: pages }, (_, page) => page).map((page) => (
            <Page key={`${status} ${page}`} status={status} page={page} awaited={awaited} />
          ))}
        </ul>
      )}
      {total !== undefined && shown < total && (
        <div className={classes.foot}>
          <p className={`${classes.count} tabular`}>
            {shown} of {total.toLocaleString('en-IN')} shown
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
  /** The page that was asked for last and has not come yet. */
  awaited: RefObject<number | null>;
}

function Page({ status, page, awaited }: PageProps) {
  const query = useQuery(bookedCourses(status, page));
  const first = useAwaited({ page, isThere: query.data !== undefined, awaited });
  if (!query.data) {
    return (
      <li>
        <Unready query={query} what="Your courses" className={rows.failed}>
          <OwnCourseSkeleton />
          <OwnCourseSkeleton />
          <OwnCourseSkeleton />
        </Unready>
      </li>
    );
  }
  return query.data.data.map((course, place) => (
    <li key={course._id} ref={place === 0 ? first : null}>
      <OwnCourse course={course} eager={page === 0 && place < SHOWN_AT_ONCE} />
    </li>
  ));
}

function Nothing({ status }: { status: Status | undefined }) {
  const { search } = useLocation();
  if (status) {
    return (
      <EmptyState
        action={
          <ButtonLink variant="secondary" to={{ search: asking(search, 'status', undefined) }}>
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
      You have no course yet. Some are free, and each says what you will be able to do after it.
    </EmptyState>
  );
}

const counted = (total: number) => `${total.toLocaleString('en-IN')} ${total === 1 ? 'course' : 'courses'}`;
