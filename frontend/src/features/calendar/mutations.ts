import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { calendarKeys } from './queries';

/** Gives the feed another URL. */
export function useRenewCalendarFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post('/api/user/calendar', undefined),
    onSuccess: ({ url }) => {
      queryClient.setQueryData(calendarKeys.feed, { url });
    },
  });
}
