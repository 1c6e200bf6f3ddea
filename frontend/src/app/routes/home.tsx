import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { FreeTrial } from '../../features/account/components/FreeTrial';
import { useAuth } from '../../features/account/queries';
import { CategoryLinks } from '../../features/catalog/components/CategoryLinks';
import { CourseCard } from '../../features/catalog/components/CourseCard';
import { categoryList, courseList } from '../../features/catalog/queries';
import { ProgramSteps } from '../../features/live/components/ProgramSteps';
import { WebinarEvent } from '../../features/live/components/WebinarEvent';
import { webinarList } from '../../features/live/queries';
import { ProInvitation } from '../../features/pro/components/ProInvitation';
import { proSection } from '../../features/pro/queries';
import { track } from '../../shared/lib/analytics';
import { siteData } from '../../shared/lib/pageData';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { Cover } from '../../shared/ui/Cover';
import leads from '../leads/home.json';
import { useNow } from '../page/useNow';
import { PositionSize } from '../sections/PositionSize';
import { QuerySection } from '../sections/QuerySection';
import { Registration } from '../sections/Registration';
import { Section } from '../sections/Section';
import { FaqSection, TestimonialsSection } from '../sections/TestimonialsAndFaq';
import '../sections/TrialCourses.module.css';
import * as hero from '../page/Hero.module.css';
import * as classes from './Home.module.css';

/** Only members in their trial need it. Its styles come with the page, which the server renders with it. */
const TrialCourses = lazy(() => import(/* webpackChunkName: "trial-courses" */ '../sections/TrialCourses'));

const TRENDING = { skip: 0, limit: 8 };
const FIGURE = [{ url: '/covers/wide/165/rally-23.svg', width: 1280, height: 720 }];
const SOON = { skip: 0, limit: 3 };

export default function Home() {
  return (
    <>
      <Hero />
      <Trial />
      <LiveSoon />
      <Subjects />
      <Trending />
      <Section title="How a live trading program works" more={{ to: '/live-trading', label: 'All programs' }}>
        <ProgramSteps />
      </Section>
      <PositionSize />
      <Pro />
      <TestimonialsSection />
      <FaqSection />
      <Registration />
    </>
  );
}

function Hero() {
  const { user } = useAuth();
  const canStart = user === null || user.trial.status === 'available';
  const { tagline, registration } = siteData();
  return (
    <header className={`band ${classes.hero}`}>
      <Cover className={hero.figure} images={FIGURE} />
      <div className="container relative">
        <h1 className={classes.title}>{tagline}</h1>
        <p className={`mt-4 ink-2 text-l leading-5 ${classes.lead}`}>{leads.home}</p>
        <div className="cluster gap-3 mt-6">
          {canStart ? (
            <ButtonLink size="l" to="/#freeTrial">
              Start Free Trial
            </ButtonLink>
          ) : (
            <ButtonLink size="l" to="/my-learnings">
              My Learnings
            </ButtonLink>
          )}
          <ButtonLink size="l" variant="secondary" to="/courses">
            Browse courses
          </ButtonLink>
        </div>
        <p className="ink-3 text-s mt-6">
          {registration.registeredName}, {registration.type}, registration no. {registration.number}
        </p>
      </div>
    </header>
  );
}

/** Offered to who can start it, others read why not; during the trial it shows where to start. */
function Trial() {
  const { user } = useAuth();
  const isActive = user?.trial.status === 'active';
  const [wasActive] = useState(isActive);
  if (user && isActive)
    return (
      <Suspense fallback={<FreeTrial />}>
        <TrialCourses user={user} hasJustBegun={!wasActive} />
      </Suspense>
    );
  return <FreeTrial />;
}

function LiveSoon() {
  const now = useNow();
  return (
    <QuerySection
      title="Upcoming webinars"
      more={{ to: '/live-webinars', label: 'All live webinars' }}
      query={useQuery(webinarList(SOON))}
      what="webinars"
    >
      {({ data }) =>
        data.length > 0 && (
          <div className="grid-events">
            {data.map((webinar) => (
              <WebinarEvent key={webinar._id} webinar={webinar} now={now} />
            ))}
          </div>
        )
      }
    </QuerySection>
  );
}

function Subjects() {
  return (
    <QuerySection title="Browse by category" query={useQuery(categoryList())} what="categories">
      {({ categories }) =>
        categories.length > 0 && (
          <CategoryLinks
            categories={categories}
            onPick={(title) => track('category_click', { category: title })}
          />
        )
      }
    </QuerySection>
  );
}

function Trending() {
  return (
    <QuerySection
      title="Trending courses"
      more={{ to: '/courses', label: 'All courses' }}
      query={useQuery(courseList(TRENDING))}
      what="courses"
    >
      {({ courses }) =>
        courses.length > 0 && (
          <div className={`grid-cards ${classes.trending}`}>
            {courses.map((course) => (
              <CourseCard key={course._id} course={course} />
            ))}
          </div>
        )
      }
    </QuerySection>
  );
}

/** Hidden from members with Pro. */
function Pro() {
  const { user } = useAuth();
  const query = useQuery(proSection());
  if (user !== null && user.pro.status !== 'none') return null;
  const section = query.data?.data;
  if (section) return <ProInvitation section={section} />;
  return (
    <QuerySection title="Pro" query={query} what="webinars">
      {() => null}
    </QuerySection>
  );
}
