import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';
import { accountKeys } from './queries';

export type Device = Answer<'/api/user/devices', 'get'>['data'][number];
export type MobileChange = NonNullable<Answer<'/api/user/mobile-change', 'get'>['data']>;

/** Where the person is logged in, this browser first. */
export const ownDevices = () =>
  queryOptions({
    queryKey: accountKeys.devices,
    queryFn: ({ signal }) => get('/api/user/devices', { signal }),
  });

/** The change of number that waits for the person, if any. */
export const ownMobileChange = () =>
  queryOptions({
    queryKey: accountKeys.mobileChange,
    queryFn: ({ signal }) => get('/api/user/mobile-change', { signal }),
  });
