import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { credits } from '../../features/my-learnings/bookingQueries';
import { FilterLinks } from '../../features/my-learnings/components/FilterLinks';
import { isLiveEvent, NextEvent } from '../../features/my-learnings/components/NextEvent';
import { NextStep, NextStepSkeleton } from '../../features/my-learnings/components/NextStep';
import { OwnCourseSkeleton } from '../../features/my-learnings/components/OwnCourse';
import rows from '../../features/my-learnings/components/OwnCourse.module.css';
import { OwnCourses } from '../../features/my-learnings/components/OwnCourses';
import { KINDS, type Kind, kindFilter, statusFilter } from '../../features/my-learnings/lib/urlState';
import { bookedCourses, dashboard } from '../../features/my-learnings/queries';
import { OwnPro } from '../../features/pro/components/OwnPro';
import { bookedPro, proSubscriptions } from '../../features/pro/queries';
import { AppLink } from '../../shared/ui/AppLink';
import { QueryFallback } from '../../shared/ui/QueryFallback';
import leads from '../leads/member.json';
import { PageHead } from '../page/PageHead';
import type { RouteRow } from '../routing/routeRow';
import { LiveLearnings } from '../sections/LiveLearnings';
import classes from './MyLearnings.module.css';

export default function MyLearnings({ row }: { row: RouteRow }) {
  const { search } = useLocation();
  const kind = kindFilter(search);
  const above = [useQuery(dashboard()), useQuery(bookedPro()), useQuery(proSubscriptions())];
  const isVisible = (name: Kind) => kind === undefined || kind === name;
  // Prefetched here, so that the queries of the lists below run in parallel.
  useQuery({ ...bookedCourses(statusFilter(search), 0), enabled: isVisible('courses') });
  useQuery({ ...credits(), enabled: isVisible('sessions') });
  // The lists are rendered when the content above them is known, so that they do not move.
  const isLoadingAbove = above.some(({ isFetched, fetchStatus }) => !isFetched && fetchStatus === 'fetching');
  return (
    <>
      <PageHead title={row.title} lead={leads['my-learnings']} />
      <div className={`container ${classes.root}`}>
        {isLoadingAbove ? (
          <Awaited />
        ) : (
          <>
            <Next />
            <FilterLinks label="Filter learnings by type" name="kind" choices={KINDS} chosen={kind} />
            {isVisible('pro') && <OwnPro isAlone={kind === 'pro'} />}
            {kind !== 'courses' && kind !== 'pro' && <LiveLearnings />}
            {isVisible('courses') && <OwnCourses />}
          </>
        )}
        <p className={classes.note}>
          Manage your details, consents and data in <AppLink to="/settings">Settings</AppLink>.
        </p>
      </div>
    </>
  );
}

/** The next step: a live event within a day, else the course in progress. */
function Next() {
  const query = useQuery(dashboard());
  if (!query.data) {
    return (
      <QueryFallback query={query} what="your next step">
        <NextStepSkeleton />
      </QueryFallback>
    );
  }
  const [first] = query.data.data.next;
  const [course] = query.data.data.continueLearning;
  if (isLiveEvent(first)) return <NextEvent event={first} />;
  return course && <NextStep course={course} />;
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
