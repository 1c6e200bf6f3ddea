import { QueryClient } from '@tanstack/react-query';
import { accountKeys, type User } from '../features/account/queries';
import { ApiError, onSessionEnded } from '../shared/api/client';
import type { readPageData } from '../shared/lib/pageData';
import { loginDialog } from '../shared/stores/loginDialog';

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
  onSessionEnded(() => {
    const user = queryClient.getQueryData<User | null>(accountKeys.user);
    // A page asks for many things at once; the first that is refused ends the session.
    if (user) loginDialog.open({ endedFor: user._id, mobile: user.mobile });
    queryClient.setQueryData(accountKeys.user, null);
  });
  return queryClient;
}

/** Whether asking again may help: the network or the server failed, the question was fine. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
