import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post, remove } from '../../shared/api/client';
import { settingsKeys } from './settingsKeys';

/** Ends the login session of one device; invalidates the list, unless it was this device. */
export function useLogOutDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id }: { _id: string; current: boolean }) =>
      (await remove('/api/user/devices/{device_id}', { path: { device_id: _id } })).message,
    onSuccess: async (_message, { current }) => {
      if (!current) await queryClient.invalidateQueries({ queryKey: settingsKeys.devices });
    },
  });
}

/** Verifies a new OTP for an action that needs one; invalidates nothing. */
export function useReauthenticate() {
  return useMutation({
    mutationFn: ({ otp }: { mobile: string; otp: string }) => post('/api/user/proof', { otp }),
  });
}

/** Cancels the pending change of number. */
export function useCancelMobileChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await remove('/api/user/mobile-change')).message,
    onSuccess: () => {
      queryClient.setQueryData(settingsKeys.mobileChange, { data: null });
    },
  });
}
