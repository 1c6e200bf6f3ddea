import { QueryClient } from '@tanstack/react-query';
import { accountKeys } from '../features/account/queries';
import { ApiError, onSessionEnded } from '../shared/api/client';
import type { readPageData } from '../shared/lib/pageData';

const TRIES = 2;

/** The one cache of what the server said, filled with what came in the page. */
export function createQueryClient(page: ReturnType<typeof readPageData>): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, error) => failures < TRIES && isPassing(error) },
    },
  });
  if (page.user !== undefined) queryClient.setQueryData(accountKeys.user, page.user);
  for (const [key, answer] of page.answers) queryClient.setQueryData(key, answer);
  onSessionEnded(() => queryClient.setQueryData(accountKeys.user, null));
  return queryClient;
}

/** Whether asking again may help: the network or the server failed, the question was fine. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
