import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post, remove } from '../../shared/api/client';
import { observersNotified } from '../../shared/lib/observersNotified';
import { liveKeys } from './queries';

/** Books a free webinar; refetches everything that shows access before it resolves, also after an error. */
export function useBookFreeWebinar(webinarId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post('/api/learning/bookfreewebinarV1', { id: webinarId }),
    onSettled: async () => {
      await queryClient.invalidateQueries();
      await observersNotified();
    },
  });
}

interface Item {
  kind: 'webinar' | 'mentorship' | 'liveTrading';
  id: string;
}

export const useJoinWaitlist = (item: Item) => useWaitlist(() => post('/api/learning/waitlist', item));

export const useLeaveWaitlist = (item: Item) =>
  useWaitlist(() => remove('/api/learning/waitlist', { body: item }));

/** Also after an error: then something else than the page shows is true. */
function useWaitlist(mutationFn: () => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: liveKeys.all });
      await observersNotified();
    },
  });
}
