import { useQuery } from '@tanstack/react-query';
import { Faq } from '../../features/faq/components/Faq';
import { faqList } from '../../features/faq/queries';
import { Testimonials } from '../../features/testimonials/components/Testimonials';
import { testimonialList } from '../../features/testimonials/queries';
import { QuerySection } from './QuerySection';

const LEARNERS = 'Hear From our Learners';

export function TestimonialsSection() {
  return (
    <QuerySection title={LEARNERS} query={useQuery(testimonialList())} what="reviews">
      {({ reviews }) => reviews.length > 0 && <Testimonials label={LEARNERS} reviews={reviews} />}
    </QuerySection>
  );
}

/** All topics, or the one with this title. Renders nothing if there are no questions. */
export function FaqSection({ topicTitle }: { topicTitle?: string }) {
  return (
    <QuerySection id="faq" title="Frequently asked questions" query={useQuery(faqList())} what="FAQs">
      {({ data }) => {
        const topics = topicTitle ? data.filter((topic) => topic.topicTitle === topicTitle) : data;
        return topics.length > 0 && <Faq topics={topics} />;
      }}
    </QuerySection>
  );
}
