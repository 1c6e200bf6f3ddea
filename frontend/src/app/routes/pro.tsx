import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuth } from '../../features/account/queries';
import { CourseCard } from '../../features/catalog/components/CourseCard';
import { Benefits } from '../../features/pro/components/Benefits';
import { AtTheEnd, Comparison } from '../../features/pro/components/Comparison';
import { PlanChoice } from '../../features/pro/components/PlanChoice';
import { type ProSection, proSection } from '../../features/pro/queries';
import { track } from '../../shared/lib/analytics';
import { siteData } from '../../shared/lib/pageData';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Scroller } from '../../shared/ui/Scroller';
import leads from '../leads/pro.json';
import type { RouteRow } from '../routing/routeRow';
import { Awaited } from '../sections/QuerySection';
import { Section } from '../sections/Section';
import { FaqSection, TestimonialsSection } from '../sections/TestimonialsAndFaq';
import '../dialogs/registerCheckout';
import * as hero from '../page/Hero.module.css';
import { useTitle } from '../page/useTitle';
import * as classes from './Pro.module.css';

export default function Pro({ row }: { row: RouteRow }) {
  const query = useQuery(proSection());
  const section = query.data?.data;
  useTitle(row.title);
  useEffect(() => track('pro_view'), []);
  return (
    <>
      <Hero section={section} />
      {section ? (
        <Offer section={section} />
      ) : (
        <div className="container pb-4 pt-8">
          {query.data ? <NothingYet /> : <Awaited query={query} what="webinars" />}
        </div>
      )}
      <TestimonialsSection />
      <FaqSection topicTitle="Courses and Webinar" />
    </>
  );
}

function Hero({ section }: { section: ProSection | null | undefined }) {
  return (
    <header className={`band ${classes.hero}`}>
      {/* Hidden on a phone, so not fetched there. */}
      {section && (
        <img className={hero.figure} src={section.image} width={640} height={360} alt="" loading="lazy" />
      )}
      <div className="container relative">
        {section && <p className={`mb-3 text-s weight-600 ${classes.eyebrow}`}>{section.title}</p>}
        <h1 className={classes.title}>{siteData().proHeading}</h1>
        <p className={`mt-3 ink-2 ${classes.lead}`}>{leads.pro}</p>
      </div>
    </header>
  );
}

function Offer({ section }: { section: ProSection }) {
  const { user } = useAuth();
  return (
    <>
      <div className="container pb-4 pt-8">
        <PlanChoice section={section} pro={user?.pro} />
      </div>
      <Section title="Free account, trial and Pro">
        <Comparison />
      </Section>
      <Section title="What happens at the end">
        <AtTheEnd />
      </Section>
      {section.benefits.length > 0 && (
        <Section title="Pro Benefits">
          <Benefits benefits={section.benefits} />
        </Section>
      )}
      {section.courses.length > 0 && (
        <Section title="Courses included in PRO">
          <Scroller label="Courses included in PRO">
            {section.courses.map((course) => (
              <CourseCard key={course._id} course={course} />
            ))}
          </Scroller>
        </Section>
      )}
    </>
  );
}

function NothingYet() {
  return (
    <EmptyState action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
      Pro is not available right now. You can still buy courses and live sessions one by one.
    </EmptyState>
  );
}
