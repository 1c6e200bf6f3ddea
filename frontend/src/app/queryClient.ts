import { QueryClient } from '@tanstack/react-query';
import { accountKeys, type User } from '../features/account/queries';
import { ApiError, onSessionEnded } from '../shared/api/client';
import type { PageData } from '../shared/lib/pageData';
import { loginDialog } from '../shared/stores/loginDialog';

const MAX_RETRIES = 2;

/** Creates the query client, with the page's initial data in its cache. */
export function createQueryClient(page: Pick<PageData, 'user' | 'answers'>): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      // Offline a mutation fails with an error instead of waiting for the network.
      mutations: { networkMode: 'always', gcTime: 0 },
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
      },
    },
  });
  if (page.user !== undefined) queryClient.setQueryData(accountKeys.user, page.user);
  for (const [key, answer] of page.answers) queryClient.setQueryData(key, answer);
  return queryClient;
}

/** A 401 in the middle of a page opens the login dialog over it. */
export function openLoginWhenSessionEnds(queryClient: QueryClient): void {
  onSessionEnded(() => {
    const user = queryClient.getQueryData<User | null>(accountKeys.user);
    // A page fetches many things at once; the first 401 ends the session.
    if (user) loginDialog.open({ endedFor: user._id, mobile: user.mobile });
    queryClient.setQueryData(accountKeys.user, null);
  });
}

/** Whether a retry may help: the network or the server failed. A 4xx response is final. */
function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
