import { useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';

const ask = (mobile: string) => post('/api/user/freetrailuser/web', { mobile: `91${mobile}` });

/** Notes that a number wants the trial, which its next login starts; makes nothing stale. */
export const useAskForTrial = () => useWrite(ask);

/** Starts the member's own trial; the person and what they may open become stale. */
export function useStartTrial() {
  const queryClient = useQueryClient();
  return useWrite(async (mobile: string) => {
    await ask(mobile);
    await queryClient.invalidateQueries();
  });
}
