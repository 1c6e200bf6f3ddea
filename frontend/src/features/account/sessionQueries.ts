import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';
import { settingsKeys } from './settingsKeys';

export type Device = ApiResponse<'/api/user/devices', 'get'>['data'][number];
export type MobileChange = NonNullable<ApiResponse<'/api/user/mobile-change', 'get'>['data']>;

/** The person's login sessions, this browser first. */
export const ownDevices = () =>
  queryOptions({
    queryKey: settingsKeys.devices,
    queryFn: ({ signal }) => get('/api/user/devices', { signal }),
  });

/** The pending change of the mobile number, if there is one. */
export const ownMobileChange = () =>
  queryOptions({
    queryKey: settingsKeys.mobileChange,
    queryFn: ({ signal }) => get('/api/user/mobile-change', { signal }),
  });
