import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';

export type Found = ApiResponse<'/api/search', 'get'>;
export type Group = Found['data'][number];
export type FilterOffer = NonNullable<Found['filter']>;
export type Hit = Group['items'][number];

/** The API reads no more of it. */
export const MAX_SEARCH_LENGTH = 200;

/** The previous results stay visible while the next ones load. */
export const siteSearch = (text: string) =>
  queryOptions({
    queryKey: ['search', text] as const,
    queryFn: ({ signal }) => get('/api/search', { query: { q: text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
