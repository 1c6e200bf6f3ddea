import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProStatus } from '../../features/account/components/ProStatus';
import { OwnCourse, OwnCourseSkeleton } from '../../features/learnings/components/OwnCourse';
import rows from '../../features/learnings/components/OwnCourse.module.css';
import { Unready } from '../../features/learnings/components/Unready';
import { WeekChart } from '../../features/learnings/components/WeekChart';
import { type OwnCourse as Course, dashboard } from '../../features/learnings/queries';
import { AppLink } from '../../shared/ui/AppLink';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import { ChevronRightIcon } from '../../shared/ui/icons/ChevronRightIcon';
import { Skeleton } from '../../shared/ui/Skeleton';
import { PageHead } from '../PageHead';
import { PageSkeleton } from '../PageSkeleton';
import type { RouteRow } from '../routeRow';
import { usePerson } from '../usePerson';
import classes from './Dashboard.module.css';

const QUICK_LINKS = [
  { to: '/my-learnings', label: 'My Learnings' },
  { to: '/settings', label: 'Settings' },
  { to: '/orders', label: 'Orders and receipts' },
];

/** The server writes the same markup before React comes: templates/pages/dashboard.html. */
export default function Dashboard({ row }: { row: RouteRow }) {
  const user = usePerson();
  if (!user) return <PageSkeleton />;
  return (
    <>
      <PageHead title={row.title} lead={`Hello${user.name && `, ${user.name}`}. Here is where you stand.`} />
      <div className={`container ${classes.root}`}>
        <div className={classes.main}>
          <Learning />
        </div>
        <div className={classes.side}>
          <ProStatus user={user} />
          <QuickLinks />
        </div>
      </div>
    </>
  );
}

function Learning() {
  const query = useQuery(dashboard());
  if (!query.data) {
    return (
      <Unready query={query} what="Your courses and minutes">
        <Awaited />
      </Unready>
    );
  }
  const { continueLearning, minutesPerWeek } = query.data.data;
  return (
    <>
      <Part id="continue" title="Continue learning" more={continueLearning.length > 0}>
        <Continue courses={continueLearning} />
      </Part>
      <Part id="minutes" title="Minutes learned">
        <div className={classes.card}>
          <WeekChart weeks={minutesPerWeek} />
        </div>
      </Part>
    </>
  );
}

function Continue({ courses }: { courses: Course[] }) {
  if (courses.length === 0) {
    return (
      <EmptyState action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
        Nothing is under way. A course that you have begun waits for you here.
      </EmptyState>
    );
  }
  return (
    <ul className={rows.list}>
      {courses.map((course, place) => (
        <li key={course._id}>
          <OwnCourse course={course} eager isFirst={place === 0} />
        </li>
      ))}
    </ul>
  );
}

interface PartProps {
  id: string;
  title: string;
  more?: boolean;
  children: ReactNode;
}

function Part({ id, title, more, children }: PartProps) {
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {more && (
          <AppLink className={classes.more} to="/my-learnings">
            All your courses
          </AppLink>
        )}
      </div>
      {children}
    </section>
  );
}

function QuickLinks() {
  return (
    <nav className={classes.links} aria-label="Quick links">
      {QUICK_LINKS.map(({ to, label }) => (
        <AppLink key={to} className={classes.link} to={to}>
          {label}
          <ChevronRightIcon size={18} />
        </AppLink>
      ))}
    </nav>
  );
}

function Awaited() {
  return (
    <div className={classes.main}>
      <div className={classes.part}>
        <Skeleton width="12rem" className={classes.title} />
        <div className={rows.list}>
          <OwnCourseSkeleton />
        </div>
      </div>
      <div className={classes.part}>
        <Skeleton width="12rem" className={classes.title} />
        <Skeleton shape="block" height="17rem" />
      </div>
    </div>
  );
}
