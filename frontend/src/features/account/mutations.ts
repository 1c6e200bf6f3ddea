import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { remove } from '../../shared/api/client';
import { accountKeys } from './queries';

/** Logs out; everything that belonged to the person is removed. */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => remove('/api/user/logout'),
    onSuccess: () => clearUser(queryClient),
  });
}

/** Removes the person's data from the cache; active queries are refetched. */
export function clearUser(queryClient: QueryClient): void {
  queryClient.setQueryData(accountKeys.user, null);
  // In the next task: by then the components for members have unmounted and refetch nothing.
  setTimeout(() => {
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.invalidateQueries({ predicate: isOfThePage });
  });
}

/** Every query except the user. */
export const isOfThePage = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey[0] !== accountKeys.user[0];
