import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { FreeTrial } from '../../features/account/components/FreeTrial';
import { CategoryLinks } from '../../features/catalog/components/CategoryLinks';
import { CourseCard } from '../../features/catalog/components/CourseCard';
import cards from '../../features/catalog/components/CourseCard.module.css';
import { courseList } from '../../features/catalog/listQueries';
import { categoryList } from '../../features/catalog/queries';
import events from '../../features/live/components/EventCard.module.css';
import { WebinarEvent } from '../../features/live/components/WebinarEvent';
import { webinarList } from '../../features/live/queries';
import { track } from '../../shared/lib/analytics';
import { siteData } from '../../shared/lib/pageData';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import leads from '../leads.json';
import { Section } from '../Section';
import { useNow } from '../useNow';
import classes from './Home.module.css';

const TRENDING = { skip: 0, limit: 8 };
const FIGURE = '/covers/wide/165/rally-23.svg';
const SOON = { skip: 0, limit: 3 };

export default function Home() {
  const now = useNow();
  // Asked for together, then waited for one by one.
  usePrefetchQuery(webinarList(SOON));
  usePrefetchQuery(categoryList());
  const { data: courses } = useSuspenseQuery(courseList(TRENDING));
  const { data: webinars } = useSuspenseQuery(webinarList(SOON));
  const { data: categories } = useSuspenseQuery(categoryList());
  return (
    <>
      <Hero />
      {webinars.data.length > 0 && (
        <Section title="Live soon" more={{ to: '/live-webinars', label: 'All live webinars' }}>
          <div className={events.grid}>
            {webinars.data.map((webinar) => (
              <WebinarEvent key={webinar._id} webinar={webinar} now={now} />
            ))}
          </div>
        </Section>
      )}
      {courses.courses.length > 0 && (
        <Section title="Trending courses" more={{ to: '/courses', label: 'All courses' }}>
          <div className={cards.grid}>
            {courses.courses.map((course) => (
              <CourseCard key={course._id} course={course} />
            ))}
          </div>
        </Section>
      )}
      {categories.categories.length > 0 && (
        <Section title="Browse by subject">
          <CategoryLinks
            categories={categories.categories}
            onPick={(title) => track('category_click', { category: title })}
          />
        </Section>
      )}
      <FreeTrial />
    </>
  );
}

function Hero() {
  const { tagline, registration } = siteData();
  return (
    <header className={`band ${classes.hero}`}>
      <img className={classes.figure} src={FIGURE} width={1280} height={720} alt="" />
      <div className={`container ${classes.promise}`}>
        <h1 className={classes.title}>{tagline}</h1>
        <p className={classes.lead}>{leads.home}</p>
        <div className={classes.actions}>
          <ButtonLink size="l" to="/#freeTrial">
            Start Free Trial
          </ButtonLink>
          <ButtonLink size="l" variant="secondary" to="/courses">
            Browse courses
          </ButtonLink>
        </div>
        <p className={classes.registration}>
          {registration.registeredName}, {registration.type}, registration {registration.number}
        </p>
      </div>
    </header>
  );
}
