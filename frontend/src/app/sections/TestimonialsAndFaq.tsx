import { Faq } from '../../features/faq/components/Faq';
import type { FaqTopic } from '../../features/faq/queries';
import { Testimonials } from '../../features/testimonials/components/Testimonials';
import type { Testimonial } from '../../features/testimonials/queries';
import { Section } from './Section';

const LEARNERS = 'Hear From our Learners';

export function TestimonialsSection({ reviews }: { reviews: readonly Testimonial[] }) {
  if (reviews.length === 0) return null;
  return (
    <Section title={LEARNERS}>
      <Testimonials label={LEARNERS} reviews={reviews} />
    </Section>
  );
}

/**  Renders nothing if there are no questions. */
export function FaqSection({ topics }: { topics: readonly FaqTopic[] }) {
  if (topics.length === 0) return null;
  return (
    <Section id="faq" title="Frequently asked questions">
      <Faq topics={topics} />
    </Section>
  );
}
