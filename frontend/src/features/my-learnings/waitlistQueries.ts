import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';
import { untilNextChange } from '../../shared/lib/nextChange';

export type WaitlistEntry = ApiResponse<'/api/learning/waitlist', 'get'>['data'][number];

/** The server requests the same first (apps/site/pages). */
const SLICE = { skip: 0, limit: 20 };

/** What the member waits for, offers first. */
export const waitlist = () =>
  queryOptions({
    queryKey: ['live', 'waitlist', SLICE] as const,
    queryFn: ({ signal }) => get('/api/learning/waitlist', { query: SLICE, signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data?.data),
  });
