import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';
import { accountKeys } from './queries';

export type Device = ApiResponse<'/api/user/devices', 'get'>['data'][number];
export type MobileChange = NonNullable<ApiResponse<'/api/user/mobile-change', 'get'>['data']>;

/** The person's login sessions, this browser first. */
export const ownDevices = () =>
  queryOptions({
    queryKey: accountKeys.devices,
    queryFn: ({ signal }) => get('/api/user/devices', { signal }),
  });

/** The pending change of the mobile number, if there is one. */
export const ownMobileChange = () =>
  queryOptions({
    queryKey: accountKeys.mobileChange,
    queryFn: ({ signal }) => get('/api/user/mobile-change', { signal }),
  });
