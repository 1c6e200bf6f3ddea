import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EngagementNotice } from '../../features/account/components/EngagementNotice';
import { ProStatus } from '../../features/account/components/ProStatus';
import { MonthPlan } from '../../features/my-learnings/components/MonthPlan';
import { isLiveEvent, NextEvent } from '../../features/my-learnings/components/NextEvent';
import { OwnCourse, OwnCourseSkeleton } from '../../features/my-learnings/components/OwnCourse';
import { WaitingEntries } from '../../features/my-learnings/components/WaitingEntries';
import { WeekChart } from '../../features/my-learnings/components/WeekChart';
import { type OwnCourse as Course, dashboard } from '../../features/my-learnings/queries';
import { OrderRow } from '../../features/orders/components/OrderRow';
import { firstName } from '../../shared/lib/initials';
import { AppLink } from '../../shared/ui/AppLink';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import { ChevronRightIcon } from '../../shared/ui/icons/ChevronRightIcon';
import { QueryFallback } from '../../shared/ui/QueryFallback';
import { Skeleton } from '../../shared/ui/Skeleton';
import { PageHead } from '../page/PageHead';
import { PageSkeleton } from '../page/PageSkeleton';
import { useLastUser } from '../page/useLastUser';
import { useNow } from '../page/useNow';
import type { RouteRow } from '../routing/routeRow';
import * as classes from './Dashboard.module.css';

const QUICK_LINKS = [
  { to: '/my-learnings', label: 'My Learnings' },
  { to: '/wish-list', label: 'Wish list' },
  { to: '/settings', label: 'Settings' },
  { to: '/orders', label: 'Orders and receipts' },
];

const COURSES = { to: '/my-learnings', label: 'All your courses' };
const BOOKED = { to: '/my-learnings', label: 'View all bookings' };
const RECEIPTS = { to: '/orders', label: 'All receipts' };

export default function Dashboard({ row }: { row: RouteRow }) {
  const user = useLastUser();
  if (!user) return <PageSkeleton />;
  return (
    <>
      <PageHead title={row.title} lead={`Welcome back${user.name && `, ${firstName(user.name)}`}.`} />
      <div className={`container stack gap-8 ${classes.root}`}>
        <div className={`stack content-start gap-8 min-w-0 ${classes.main}`}>
          <WaitingEntries />
          <Learning />
        </div>
        <div className={`stack content-start gap-4 min-w-0 ${classes.side}`}>
          <ProStatus user={user} />
          <QuickLinks />
          <EngagementNotice user={user} />
        </div>
      </div>
    </>
  );
}

function Learning() {
  const now = useNow();
  const query = useQuery(dashboard());
  if (!query.data) {
    return (
      <QueryFallback query={query} what="your courses">
        <Awaited />
      </QueryFallback>
    );
  }
  const { hasStarted, continueLearning, minutesPerWeek, weeksInARow, next, calendar, receipts } =
    query.data.data;
  const [first] = next;
  return (
    <>
      {isLiveEvent(first) && <NextEvent event={first} />}
      <DashboardSection
        id="continue"
        title="Continue learning"
        more={(hasStarted || continueLearning.length > 0) && COURSES}
      >
        <Continue courses={continueLearning} hasStarted={hasStarted} />
      </DashboardSection>
      {calendar.length > 0 && (
        <DashboardSection id="calendar" title="Your calendar" more={BOOKED}>
          <MonthPlan entries={calendar} now={now} />
        </DashboardSection>
      )}
      <DashboardSection id="minutes" title="Minutes learned" more={false}>
        <div className={`surface ${classes.card}`}>
          <WeekChart weeks={minutesPerWeek} inARow={weeksInARow} />
        </div>
      </DashboardSection>
      {receipts.length > 0 && (
        <DashboardSection id="receipts" title="Receipts" more={RECEIPTS}>
          <ul>
            {receipts.map((order) => (
              <li key={order._id}>
                <OrderRow order={order} />
              </li>
            ))}
          </ul>
        </DashboardSection>
      )}
    </>
  );
}

function Continue({ courses, hasStarted }: { courses: Course[]; hasStarted: boolean }) {
  if (courses.length === 0) {
    return (
      <EmptyState action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
        {hasStarted ? 'You have no course in progress.' : "You haven't started a course yet."}
      </EmptyState>
    );
  }
  return (
    <ul className="surface divided">
      {courses.map((course, index) => (
        <li key={course._id}>
          <OwnCourse course={course} eager isFirst={index === 0} />
        </li>
      ))}
    </ul>
  );
}

interface SectionProps {
  id: string;
  title: string;
  more: { to: string; label: string } | false;
  children: ReactNode;
}

function DashboardSection({ id, title, more, children }: SectionProps) {
  return (
    <section className={`stack gap-4 columns-1 min-w-0 ${classes.part}`} aria-labelledby={id}>
      <div className="cluster items-baseline justify-between gap-1 gap-x-6">
        <h2 id={id} className="text-l leading-snug">
          {title}
        </h2>
        {more && (
          <AppLink className={`inline-row items-center touch text-s ${classes.more}`} to={more.to}>
            {more.label}
          </AppLink>
        )}
      </div>
      {children}
    </section>
  );
}

function QuickLinks() {
  return (
    <nav className="surface" aria-label="Quick links">
      {QUICK_LINKS.map(({ to, label }) => (
        <AppLink
          key={to}
          className={`row items-center justify-between gap-3 ink text-s weight-550 no-underline ${classes.link}`}
          to={to}
        >
          {label}
          <ChevronRightIcon size={18} />
        </AppLink>
      ))}
    </nav>
  );
}

function Awaited() {
  return (
    <div className={`stack content-start gap-8 min-w-0 ${classes.main}`}>
      <div className={`stack gap-4 columns-1 min-w-0 ${classes.part}`}>
        <Skeleton width="12rem" className="text-l leading-snug" />
        <div className="surface divided">
          <OwnCourseSkeleton />
        </div>
      </div>
      <div className={`stack gap-4 columns-1 min-w-0 ${classes.part}`}>
        <Skeleton width="12rem" className="text-l leading-snug" />
        <Skeleton shape="block" height="17rem" />
      </div>
    </div>
  );
}
