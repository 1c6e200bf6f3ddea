import { queryOptions } from '@tanstack/react-query';
import { get } from '../../shared/api/client';

export const calendarKeys = { feed: ['calendar', 'feed'] as const };

/** The private URL of the person's calendar feed. */
export const calendarFeed = () =>
  queryOptions({
    queryKey: calendarKeys.feed,
    queryFn: ({ signal }) => get('/api/user/calendar', { signal }),
  });
