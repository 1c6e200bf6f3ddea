import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';

export type Testimonial = Answer<'/api/userreview', 'get'>['reviews'][number];

/** What learners say, as far as staff have published it. */
export const testimonialList = () =>
  queryOptions({
    queryKey: ['testimonials'] as const,
    queryFn: ({ signal }) => get('/api/userreview', { signal }),
  });
