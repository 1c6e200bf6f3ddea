import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { remove } from '../../shared/api/client';
import { accountKeys } from './queries';

/**
 * Ends the session. The header needs it on every page, so it does without the library's hook for
 * writes, which would weigh 2 kB before the first paint.
 */
export function useLogout() {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const mutate = () => {
    setPending(true);
    setError(null);
    remove('/api/user/logout')
      .then(() => forgetPerson(queryClient), setError)
      .finally(() => setPending(false));
  };
  return { mutate, isPending, isError: error !== null, error, reset: () => setError(null) };
}

/** Whatever belonged to the person leaves the cache with them; what is open is asked for anew. */
function forgetPerson(queryClient: QueryClient): void {
  queryClient.setQueryData(accountKeys.user, null);
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKeys.user[0] });
}
