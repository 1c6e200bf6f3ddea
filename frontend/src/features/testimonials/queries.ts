import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';

export type Testimonial = ApiResponse<'/api/userreview', 'get'>['reviews'][number];

/** The published testimonials. */
export const testimonialList = () =>
  queryOptions({
    queryKey: ['testimonials'] as const,
    queryFn: ({ signal }) => get('/api/userreview', { signal }),
  });
