import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';

export type Found = Answer<'/api/search', 'get'>;
export type Group = Found['data'][number];
export type Hit = Group['items'][number];

/** The server looks at no more. */
export const LONGEST_SEARCH = 200;

/** What was found for the last words stays until what fits the new ones has come. */
export const siteSearch = (text: string) =>
  queryOptions({
    queryKey: ['search', text] as const,
    queryFn: ({ signal }) => get('/api/search', { query: { q: text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
