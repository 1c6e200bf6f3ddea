import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, post, put } from '../../shared/api/client';
import { observersNotified } from '../../shared/lib/observersNotified';
import type { Profile } from './lib/profile';
import { accountKeys } from './queries';
import { settingsKeys } from './settingsKeys';

export type ConsentField = 'canWhatsapp' | 'engagementConsent';
type Choices = Partial<Record<ConsentField, boolean>>;

/** Updates the user in the cache with the response, and fetches it again. */
async function change(queryClient: QueryClient, changes: Partial<Profile> & Choices) {
  const { data } = await put('/api/user/details', changes);
  queryClient.setQueryData(accountKeys.user, data);
  void queryClient.invalidateQueries({ queryKey: accountKeys.user });
  await observersNotified();
}

/** Saves the changed profile fields. */
export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: (changes: Partial<Profile>) => change(queryClient, changes) });
}

/** Gives or withdraws consents; invalidates the consent history. */
export function useChangeConsent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (choices: Choices) => change(queryClient, choices),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: settingsKeys.consents });
    },
  });
}

type Done = (message: string) => void;

/** Ends all sessions of the person. `onDone` is called even after the component has unmounted. */
export const useLogOutEverywhere = (onDone: Done) =>
  useMutation({
    mutationFn: () => post('/api/user/logout/everywhere', undefined),
    onSuccess: ({ message }) => onDone(message),
  });

/** What deleting the account refunds. It changes with time, as sessions begin. */
export const erasureRefunds = () =>
  queryOptions({
    queryKey: settingsKeys.erasure,
    queryFn: ({ signal }) => get('/api/user/erase/refunds', { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Deletes the account, with its number as confirmation; `onDone` as above. */
export const useErase = (onDone: Done) =>
  useMutation({
    mutationFn: (mobile: string) => post('/api/user/erase', { mobile }),
    onSuccess: ({ message }) => onDone(message),
  });
