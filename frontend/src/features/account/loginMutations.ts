import { useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';
import { isOfThePage } from './mutations';
import { accountKeys, type User } from './queries';

/** Has a code sent to a number; makes nothing stale. */
export function useSendCode() {
  return useWrite((asked: { mobile: string; canWhatsapp: boolean }) => post('/api/login/otp/send', asked));
}

/** Logs in: the answer is the person, and all else is stale, since members may see what visitors may not. */
export function useVerifyCode() {
  const queryClient = useQueryClient();
  return useWrite(async (asked: { mobile: string; otp: string }): Promise<User> => {
    const { data } = await post('/api/login/otp/verify/web', asked);
    queryClient.setQueryData(accountKeys.user, data);
    void queryClient.invalidateQueries({ predicate: isOfThePage });
    return data;
  });
}
