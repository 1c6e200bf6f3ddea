import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { credits } from '../../features/learnings/bookedQueries';
import { Choices } from '../../features/learnings/components/Choices';
import { isLiveEvent, NextEvent } from '../../features/learnings/components/NextEvent';
import { NextStep, NextStepSkeleton } from '../../features/learnings/components/NextStep';
import { OwnCourseSkeleton } from '../../features/learnings/components/OwnCourse';
import rows from '../../features/learnings/components/OwnCourse.module.css';
import { OwnCourses } from '../../features/learnings/components/OwnCourses';
import { askedKind, askedStatus, KINDS, type Kind } from '../../features/learnings/lib/asked';
import { bookedCourses, dashboard } from '../../features/learnings/queries';
import { OwnPro } from '../../features/pro/components/OwnPro';
import { bookedPro, proSubscriptions } from '../../features/pro/queries';
import { AppLink } from '../../shared/ui/AppLink';
import { LiveLearnings } from '../LiveLearnings';
import leads from '../ownLeads.json';
import { PageHead } from '../PageHead';
import type { RouteRow } from '../routeRow';
import { useNow } from '../useNow';
import classes from './MyLearnings.module.css';

/** The server writes the same markup before React comes: templates/pages/my_learnings.html. */
export default function MyLearnings({ row }: { row: RouteRow }) {
  const { search } = useLocation();
  const kind = askedKind(search);
  const now = useNow();
  const above = [useQuery(dashboard()), useQuery(bookedPro()), useQuery(proSubscriptions())];
  const isShown = (name: Kind) => kind === undefined || kind === name;
  // What the lists below ask for comes at the same time.
  useQuery({ ...bookedCourses(askedStatus(search), 0), enabled: isShown('courses') });
  useQuery({ ...credits(), enabled: isShown('sessions') });
  // The lists stay where they are shown: what stands above them is known by then.
  const isAwaited = above.some(({ isFetched, fetchStatus }) => !isFetched && fetchStatus === 'fetching');
  return (
    <>
      <PageHead title={row.title} lead={leads['my-learnings']} />
      <div className={`container ${classes.root}`}>
        {isAwaited ? (
          <Awaited />
        ) : (
          <>
            <Next now={now} />
            <Choices label="Learnings by kind" name="kind" choices={KINDS} chosen={kind} />
            {isShown('pro') && <OwnPro now={now} isAlone={kind === 'pro'} />}
            {kind !== 'courses' && kind !== 'pro' && <LiveLearnings now={now} />}
            {isShown('courses') && <OwnCourses />}
          </>
        )}
        <p className={classes.note}>
          Your details, consents and data are in <AppLink to="/settings">Settings</AppLink>.
        </p>
      </div>
    </>
  );
}

/** The one thing to do next: what is live within a day, else the course under way. */
function Next({ now }: { now: number }) {
  const { data } = useQuery(dashboard());
  const [first] = data?.data.next ?? [];
  const [course] = data?.data.continueLearning ?? [];
  if (isLiveEvent(first)) return <NextEvent event={first} now={now} />;
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
