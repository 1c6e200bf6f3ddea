import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { credits } from '../../features/my-learnings/bookingQueries';
// The styles are in the page from the start: what they belong to is in the server's HTML, and its script comes later.
import '../../features/my-learnings/components/Decisions.module.css';
import { isLiveEvent, NextEvent } from '../../features/my-learnings/components/NextEvent';
import { NextStep, NextStepSkeleton } from '../../features/my-learnings/components/NextStep';
import { OwnCourseSkeleton } from '../../features/my-learnings/components/OwnCourse';
import { OwnCourses } from '../../features/my-learnings/components/OwnCourses';
import { WeekStrip } from '../../features/my-learnings/components/WeekStrip';
import { KINDS, type Kind, kindFilter, statusFilter } from '../../features/my-learnings/lib/urlState';
import { bookedCourses, dashboard } from '../../features/my-learnings/queries';
import { waitlist } from '../../features/my-learnings/waitlistQueries';
import { OwnPro } from '../../features/pro/components/OwnPro';
import { useWelcome } from '../../features/pro/lib/useWelcome';
import { bookedPro, proSubscriptions } from '../../features/pro/queries';
import { AppLink } from '../../shared/ui/AppLink';
import { FilterLinks } from '../../shared/ui/FilterLinks';
import { LazySection } from '../../shared/ui/LazySection';
import { QueryFallback } from '../../shared/ui/QueryFallback';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';
import { useSessionChanges } from '../dialogs/useSessionChanges';
import leads from '../leads/member.json';
import { PageHead } from '../page/PageHead';
import { useNow } from '../page/useNow';
import type { RouteRow } from '../routing/routeRow';
import { LiveLearnings, sumOf, useLiveCounts } from '../sections/LiveLearnings';
import * as classes from './MyLearnings.module.css';

export default function MyLearnings({ row }: { row: RouteRow }) {
  const { search } = useLocation();
  const kind = kindFilter(search);
  const above = [useQuery(dashboard()), useQuery(bookedPro()), useQuery(proSubscriptions())] as const;
  const overview = above[0].data?.data;
  const decisions = overview?.decisions ?? [];
  const isVisible = (name: Kind) => kind === undefined || kind === name;
  const isOnWaitlist = (useQuery(waitlist()).data?.totalCount ?? 0) > 0;
  const waitingList = useLazyComponent(loadWaitingList);
  const decisionList = useLazyComponent(loadDecisions);
  // Prefetched here, so that the queries of the lists below run in parallel.
  const ownCourses = useQuery({ ...bookedCourses(statusFilter(search), 0), enabled: isVisible('courses') });
  const count = sumOf({
    ...useLiveCounts(),
    courses: ownCourses.data?.totalCount,
    pro: above[1].data?.data.length,
  });
  const ownCredits = useQuery({ ...credits(), enabled: isVisible('sessions') }).data?.data ?? [];
  const { dialog, ...changes } = useSessionChanges();
  const outcome = changes.outcomeOf('decisions');
  const isAwaited = decisions.length > 0 || ownCredits.some(({ offer }) => offer === 'reassign');
  const now = useNow();
  // The lists are rendered when the content above them is known, so that they do not move.
  const isLoadingAbove = above.some(({ isFetched, fetchStatus }) => !isFetched && fetchStatus === 'fetching');
  return (
    <>
      <PageHead title={row.title} lead={leads['my-learnings']} />
      <div className={`container stack gap-10 columns-1 ${classes.root}`}>
        {isLoadingAbove ? (
          <Awaited />
        ) : (
          <>
            {isAwaited ? (
              <LazySection
                lazyComponent={decisionList}
                props={{ decisions, credits: ownCredits, changes: changes.changes, outcome }}
              />
            ) : (
              outcome
            )}
            <Welcome />
            {isOnWaitlist && <LazySection lazyComponent={waitingList} props={{}} />}
            <Next />
            <WeekStrip
              entries={overview?.calendar ?? []}
              now={now}
              above={overview?.next.slice(0, 1).find(isLiveEvent)}
            />
            <FilterLinks
              label="Filter learnings by type"
              name="kind"
              choices={KINDS}
              chosen={kind}
              count={count}
            />
            {isVisible('pro') && <OwnPro isAlone={kind === 'pro'} />}
            {kind !== 'courses' && kind !== 'pro' && <LiveLearnings {...changes} />}
            {isVisible('courses') && <OwnCourses />}
          </>
        )}
        {dialog}
        <p className="ink-2 text-s">
          Manage your details, consents and data in <AppLink to="/settings">Settings</AppLink>.
        </p>
      </div>
    </>
  );
}

const loadDecisions = () =>
  import(/* webpackChunkName: "own-parts" */ '../../features/my-learnings/components/Decisions').then(
    ({ Decisions }) => ({ default: Decisions }),
  );
const loadWaitingList = () =>
  import(/* webpackChunkName: "own-parts" */ '../../features/my-learnings/components/WaitingEntries').then(
    ({ WaitingEntries }) => ({ default: WaitingEntries }),
  );
const loadWelcome = () => import(/* webpackChunkName: "own-parts" */ '../sections/ProWelcome');

/** Once after buying Pro. */
function Welcome() {
  const bought = useQuery(bookedPro()).data?.data ?? [];
  const pro = useQuery(proSubscriptions()).data?.data.pro;
  const { isShown, dismiss } = useWelcome(bought, pro);
  const welcome = useLazyComponent(loadWelcome);
  return (
    isShown && (
      <LazySection lazyComponent={welcome} props={{ endsAt: pro?.endsAt ?? null, onDismiss: dismiss }} />
    )
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
      <div className="surface divided">
        <OwnCourseSkeleton />
        <OwnCourseSkeleton />
        <OwnCourseSkeleton />
      </div>
    </>
  );
}
