import { useQueryClient } from '@tanstack/react-query';
import { post, remove } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';
import { accountKeys } from './queries';

/** Ends the session of one device; the list of them becomes stale, unless it was this one. */
export function useLogOutDevice() {
  const queryClient = useQueryClient();
  return useWrite(async ({ _id, current }: { _id: string; current: boolean }) => {
    const { message } = await remove('/api/user/devices/{device_id}', { path: { device_id: _id } });
    if (!current) await queryClient.invalidateQueries({ queryKey: accountKeys.devices });
    return message;
  });
}

/** Proves with a new OTP that it is still the person; makes nothing stale. */
export function useProve() {
  return useWrite(({ otp }: { mobile: string; otp: string }) => post('/api/user/proof', { otp }));
}

/** Keeps the present number. */
export function useStopMobileChange() {
  const queryClient = useQueryClient();
  return useWrite(async () => {
    const { message } = await remove('/api/user/mobile-change');
    queryClient.setQueryData(accountKeys.mobileChange, { data: null });
    return message;
  });
}
