import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { accountKeys } from './queries';

/** Sends the link again that confirms the email address. */
export const useResendEmailLink = () =>
  useMutation({ mutationFn: () => post('/api/user/email/confirmation', undefined) });

/** Confirms an email address with the token of its link, whoever is logged in. */
export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => post('/api/user/email/confirm', { token }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: accountKeys.user }),
  });
}
