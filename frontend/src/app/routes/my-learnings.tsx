import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { NextStep, NextStepSkeleton } from '../../features/learnings/components/NextStep';
import { OwnCourseSkeleton } from '../../features/learnings/components/OwnCourse';
import rows from '../../features/learnings/components/OwnCourse.module.css';
import { OwnCourses } from '../../features/learnings/components/OwnCourses';
import { askedStatus } from '../../features/learnings/lib/standing';
import { bookedCourses, dashboard } from '../../features/learnings/queries';
import leads from '../leads.json';
import { PageHead } from '../PageHead';
import type { RouteRow } from '../routeRow';
import classes from './MyLearnings.module.css';

/** What a member can have, kind by kind; each part looks after its own list. */
const KINDS = [{ id: 'courses', Part: OwnCourses }];

/** The server writes the same markup before React comes: templates/pages/my_learnings.html. */
export default function MyLearnings({ row }: { row: RouteRow }) {
  const { search } = useLocation();
  const { data, isFetched, fetchStatus } = useQuery(dashboard());
  usePrefetchQuery(bookedCourses(askedStatus(search), 0));
  const [next] = data?.data.continueLearning ?? [];
  // The lists stay where they are shown: what stands above them is known by then.
  const isAwaited = !isFetched && fetchStatus === 'fetching';
  return (
    <>
      <PageHead title={row.title} lead={leads['my-learnings']} />
      <div className={`container ${classes.root}`}>
        {next && <NextStep course={next} />}
        {isAwaited ? <Awaited /> : KINDS.map(({ id, Part }) => <Part key={id} />)}
      </div>
    </>
  );
}

function Awaited() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <NextStepSkeleton />
      <div className={rows.list}>
        <OwnCourseSkeleton />
        <OwnCourseSkeleton />
        <OwnCourseSkeleton />
      </div>
    </>
  );
}
