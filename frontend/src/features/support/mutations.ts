import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { linkedRequest, supportRequest, supportRequests } from './queries';

/** Replies from the account; the same text sent twice is one reply. */
export function useReply(number: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      post('/api/support/requests/{number}/replies', { text }, { path: { number } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(supportRequest(number).queryKey, { data });
      return queryClient.invalidateQueries({ queryKey: supportRequests().queryKey });
    },
  });
}

/** Replies with the link from an email. */
export function useLinkedReply(key: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => post('/api/support/linked-request/replies', { key, text }),
    onSuccess: ({ data }) => queryClient.setQueryData(linkedRequest(key).queryKey, { data }),
  });
}
