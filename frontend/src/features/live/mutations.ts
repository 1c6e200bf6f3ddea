import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { observersNotified } from '../../shared/lib/observersNotified';

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
