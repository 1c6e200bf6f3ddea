import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { observersNotified } from '../../shared/lib/observersNotified';

const requestTrial = (mobile: string) => post('/api/user/freetrailuser/web', { mobile: `91${mobile}` });

/** Stores that a number wants the trial, which its next login starts; invalidates nothing. */
export const useRequestTrial = () => useMutation({ mutationFn: requestTrial });

/** Starts the member's trial; invalidates the user and everything that depends on access. */
export function useStartTrial() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: requestTrial,
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      await observersNotified();
    },
  });
}
