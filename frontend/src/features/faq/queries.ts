import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';

export type FaqTopic = ApiResponse<'/api/faq', 'get'>['data'][number];
export type FaqGroup = FaqTopic['groups'][number];

/** All published questions and answers, by topic and group. */
export const faqList = () =>
  queryOptions({
    queryKey: ['faq'] as const,
    queryFn: ({ signal }) => get('/api/faq', { signal }),
  });
