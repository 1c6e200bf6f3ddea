import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, type ApiResponse, get } from '../../shared/api/client';

export type User = ApiResponse<'/api/user', 'get'>['data'];

/** `settingsKeys.ts` has those of the settings, which every other page does without. */
export const accountKeys = { user: ['user'] as const };

/** The logged-in user, or null for a visitor; being logged out is not an error. */
export const currentUser = () =>
  queryOptions({
    queryKey: accountKeys.user,
    queryFn: async ({ signal }): Promise<User | null> => {
      try {
        return (await get('/api/user', { signal })).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    staleTime: 5 * 60_000,
    retry: false,
  });

export function useAuth() {
  const { data, isPending, error, refetch } = useQuery(currentUser());
  return { user: data ?? null, isAuthenticated: Boolean(data), isLoading: isPending, error, refetch };
}
