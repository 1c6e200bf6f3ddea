import moengage from '@moengage/web-sdk';
import { QueryClient } from '@tanstack/react-query';
import { accountKeys } from '../../features/account/queries';
import { track } from '../../shared/lib/analytics';
import { start } from './engagement';

jest.mock('@moengage/web-sdk', () => ({
  __esModule: true,
  default: {
    initialize: jest.fn(() => document.head.append(document.createElement('script'))),
    track_event: jest.fn(),
    add_unique_user_id: jest.fn(),
    destroy_session: jest.fn(),
  },
}));

test('the SDK starts with push, hears every event, and knows the person while they are here', () => {
  document.head.innerHTML = '<script nonce="n0nce"></script>';
  const queryClient = new QueryClient();
  track('App_Loaded');
  start({ appId: 'APP', cluster: 'DC_3' }, queryClient);
  track('page_view', { path: '/pro' });

  expect(moengage.initialize).toHaveBeenCalledWith({
    app_id: 'APP',
    cluster: 'DC_3',
    debug_logs: 0,
    disable_web_push: false,
    swPath: '/serviceworker.js',
  });
  expect(document.head.lastElementChild).toHaveProperty('nonce', 'n0nce');
  expect(document.createElement('script').nonce).toBe('');
  expect(jest.mocked(moengage.track_event).mock.calls).toEqual([
    ['App_Loaded', {}],
    ['page_view', { path: '/pro' }],
  ]);

  expect(moengage.add_unique_user_id).not.toHaveBeenCalled();
  queryClient.setQueryData(accountKeys.user, { _id: 'u1', name: 'Ananya' });
  queryClient.setQueryData(accountKeys.user, { _id: 'u1', name: 'Ananya Iyer' });
  expect(jest.mocked(moengage.add_unique_user_id).mock.calls).toEqual([['u1']]);
  expect(moengage.destroy_session).not.toHaveBeenCalled();
  queryClient.setQueryData(accountKeys.user, null);
  expect(moengage.destroy_session).toHaveBeenCalledTimes(1);
});
