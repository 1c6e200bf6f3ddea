import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';

export type FaqTopic = Answer<'/api/faq', 'get'>['data'][number];
export type FaqGroup = FaqTopic['groups'][number];

/** Every published question with its answer, by topic and group. */
export const faqList = () =>
  queryOptions({
    queryKey: ['faq'] as const,
    queryFn: ({ signal }) => get('/api/faq', { signal }),
  });
