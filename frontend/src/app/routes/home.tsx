import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { FreeTrial } from '../../features/account/components/FreeTrial';
import { hasActivePro } from '../../features/account/lib/proAccess';
import { useAuth } from '../../features/account/queries';
import { CategoryLinks } from '../../features/catalog/components/CategoryLinks';
import { CourseCard } from '../../features/catalog/components/CourseCard';
import cards from '../../features/catalog/components/CourseCard.module.css';
import { categoryList, courseList } from '../../features/catalog/queries';
import { faqList } from '../../features/faq/queries';
import events from '../../features/live/components/EventCard.module.css';
import { ProgramSteps } from '../../features/live/components/ProgramSteps';
import { WebinarEvent } from '../../features/live/components/WebinarEvent';
import { webinarList } from '../../features/live/queries';
import { ProInvitation } from '../../features/pro/components/ProInvitation';
import { proSection } from '../../features/pro/queries';
import { testimonialList } from '../../features/testimonials/queries';
import { track } from '../../shared/lib/analytics';
import { siteData } from '../../shared/lib/pageData';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import leads from '../leads/home.json';
import { useNow } from '../page/useNow';
import { Registration } from '../sections/Registration';
import { Section } from '../sections/Section';
import { FaqSection, TestimonialsSection } from '../sections/TestimonialsAndFaq';
import classes from './Home.module.css';

const TRENDING = { skip: 0, limit: 8 };
const FIGURE = '/covers/wide/165/rally-23.svg';
const SOON = { skip: 0, limit: 3 };

export default function Home() {
  // Started in parallel, then awaited one by one.
  usePrefetchQuery(webinarList(SOON));
  usePrefetchQuery(categoryList());
  usePrefetchQuery(courseList(TRENDING));
  usePrefetchQuery(proSection());
  usePrefetchQuery(testimonialList());
  usePrefetchQuery(faqList());
  return (
    <>
      <Hero />
      <FreeTrial />
      <LiveSoon />
      <Subjects />
      <Trending />
      <Section title="How a live trading program works" more={{ to: '/live-trading', label: 'All programs' }}>
        <ProgramSteps />
      </Section>
      <Pro />
      <Learners />
      <Questions />
      <Registration />
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
          {registration.registeredName}, {registration.type}, registration no. {registration.number}
        </p>
      </div>
    </header>
  );
}

function LiveSoon() {
  const now = useNow();
  const { data: webinars } = useSuspenseQuery(webinarList(SOON));
  if (webinars.data.length === 0) return null;
  return (
    <Section title="Upcoming webinars" more={{ to: '/live-webinars', label: 'All live webinars' }}>
      <div className={events.grid}>
        {webinars.data.map((webinar) => (
          <WebinarEvent key={webinar._id} webinar={webinar} now={now} />
        ))}
      </div>
    </Section>
  );
}

function Subjects() {
  const { data } = useSuspenseQuery(categoryList());
  if (data.categories.length === 0) return null;
  return (
    <Section title="Browse by category">
      <CategoryLinks
        categories={data.categories}
        onPick={(title) => track('category_click', { category: title })}
      />
    </Section>
  );
}

function Trending() {
  const { data } = useSuspenseQuery(courseList(TRENDING));
  if (data.courses.length === 0) return null;
  return (
    <Section title="Trending courses" more={{ to: '/courses', label: 'All courses' }}>
      <div className={`${cards.grid} ${classes.trending}`}>
        {data.courses.map((course) => (
          <CourseCard key={course._id} course={course} />
        ))}
      </div>
    </Section>
  );
}

/** Hidden from members with Pro. */
function Pro() {
  const { user } = useAuth();
  const { data: section } = useSuspenseQuery(proSection()).data;
  return section && !hasActivePro(user) ? <ProInvitation section={section} /> : null;
}

function Learners() {
  const { data } = useSuspenseQuery(testimonialList());
  return <TestimonialsSection reviews={data.reviews} />;
}

function Questions() {
  const { data: topics } = useSuspenseQuery(faqList()).data;
  return <FaqSection topics={topics} />;
}
