import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { post, remove } from '../../shared/api/client';
import { observersNotified } from '../../shared/lib/observersNotified';
import { certificateKeys, type OwnCertificate } from './queries';

/** `onDone` gets the server's message, even after the component has unmounted: the change replaces it. */
type Done = (message: string) => void;

/** Issues the certificate again, with a new code. */
export function useIssueCertificate(courseKey: string, onDone: Done) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post('/api/course/certificate/{key}', undefined as never, { path: { key: courseKey } }),
    onSuccess: async ({ message, ...issued }) => {
      await updateCached(queryClient, courseKey, issued);
      onDone(message);
    },
  });
}

export function useWithdrawCertificate(courseKey: string, onDone: Done) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => remove('/api/course/certificate/{key}', { path: { key: courseKey } }),
    onSuccess: async ({ message }) => {
      await updateCached(queryClient, courseKey, null);
      onDone(message);
    },
  });
}

async function updateCached(queryClient: QueryClient, courseKey: string, certificate: OwnCertificate | null) {
  queryClient.setQueryData(certificateKeys.own(courseKey), certificate);
  // My Learnings links to it.
  void queryClient.invalidateQueries({ queryKey: ['catalog', 'booked'], refetchType: 'none' });
  await observersNotified();
}
