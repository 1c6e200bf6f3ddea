import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { remove } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';
import { accountKeys } from './queries';

/** Ends the session; whatever belonged to the person becomes stale. */
export function useLogout() {
  const queryClient = useQueryClient();
  return useWrite(async () => {
    await remove('/api/user/logout');
    forgetPerson(queryClient);
  });
}

/** Whatever belonged to the person leaves the cache with them; what is open is asked for anew. */
export function forgetPerson(queryClient: QueryClient): void {
  queryClient.setQueryData(accountKeys.user, null);
  // In the next task: by then what was for the person alone is off the screen and asks for nothing.
  setTimeout(() => {
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.invalidateQueries({ predicate: isOfThePage });
  });
}

/** Everything but the person. */
export const isOfThePage = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey[0] !== accountKeys.user[0];
