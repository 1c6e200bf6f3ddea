import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { isOfThePage } from './mutations';
import { accountKeys, type User } from './queries';

/** Sends an OTP; invalidates nothing. */
export function useSendCode() {
  return useMutation({
    mutationFn: (body: { mobile: string; canWhatsapp: boolean }) => post('/api/login/otp/send', body),
  });
}

/**
 * Logs in: the response is the user. Everything else is invalidated, since members may see more than
 * visitors.
 */
export function useVerifyCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: { mobile: string; otp: string }): Promise<User> =>
      (await post('/api/login/otp/verify/web', body)).data,
    onSuccess: (user) => {
      queryClient.setQueryData(accountKeys.user, user);
      void queryClient.invalidateQueries({ predicate: isOfThePage });
    },
  });
}
