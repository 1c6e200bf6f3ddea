import moengage from '@moengage/web-sdk';
import { QueryClient } from '@tanstack/react-query';
import { accountKeys, type User } from '../../features/account/queries';
import { track } from '../../shared/lib/analytics';
import { reloadPage } from '../../shared/lib/chunks';
import { type PageData, pageSettings, setPageSettings } from '../../shared/lib/pageData';
import { member } from '../../test/users';
import { routeFor } from '../routing/routes';
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
jest.mock('../../shared/lib/chunks', () => ({
  ...jest.requireActual('../../shared/lib/chunks'),
  reloadPage: jest.fn(),
}));

const consenting = (overrides: Partial<User> = {}) => member({ engagementConsent: true, ...overrides });
const events = () => jest.mocked(moengage.track_event).mock.calls.map(([event]) => event);
const identified = () => jest.mocked(moengage.add_unique_user_id).mock.calls.map(([id]) => id);
/** Longer than the SDK needs to load here, where nothing else can be waited for. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

const worker = (file: string) => ({
  active: { scriptURL: `https://rally.test/${file}` },
  unregister: jest.fn(),
});
const push = worker('serviceworker.js');
const other = worker('other.js');

let logOut = () => {};
// Listeners of the data layer stay.
afterEach(() => logOut());

/** The page of this person, with the events of opening it. */
function begin(user: User | null) {
  const queryClient = new QueryClient();
  const show = (next: User | null) => {
    queryClient.setQueryData(accountKeys.user, next);
    return settled();
  };
  void show(user);
  logOut = () => void show(null);
  track('App_Loaded');
  document.body.innerHTML = '<script id="page-data" type="application/json"></script>';
  (document.getElementById('page-data') as HTMLElement).textContent = JSON.stringify({ user });
  const engagement = { appId: 'APP', cluster: 'DC_3', consentText: '' };
  setPageSettings({ ...pageSettings(), engagement } as PageData);
  start(queryClient, routeFor);
  return { queryClient, show };
}

beforeEach(() => {
  window.dataLayer = [];
  document.head.innerHTML = '<script nonce="n0nce"></script>';
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistrations: async () => [push, other] },
  });
});

test('with a consent the SDK starts with push and hears every event of the person', async () => {
  begin(consenting());
  await settled();
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
  expect(identified()).toEqual(['u1']);
  expect(push.unregister).not.toHaveBeenCalled();
});

test.each([
  ['a visitor', null],
  ['somebody who was not asked', member()],
  ['somebody who declined', member({ engagementConsent: false })],
])('nothing of it starts for %s, and the data layer has the events', async (_who, user) => {
  begin(user);
  await settled();
  track('page_view', { path: '/pro' });

  expect(moengage.initialize).not.toHaveBeenCalled();
  expect([identified(), events()]).toEqual([[], []]);
  expect(window.dataLayer?.map(({ event }) => event)).toEqual(['App_Loaded', 'page_view']);
});

test('a consent counts from then on: it hears nothing from before', async () => {
  const { show } = begin(member());
  track('category_click');
  await show(consenting());
  track('pro_view');

  expect(events()).toEqual(['pro_view']);
  expect(identified()).toEqual(['u1']);
});

test('a withdrawal ends the identity, the events and push at once, and the document', async () => {
  const { show } = begin(consenting());
  await settled();
  await show(member({ engagementConsent: false }));
  track('pro_view');

  expect(events()).toEqual(['App_Loaded']);
  expect(moengage.destroy_session).toHaveBeenCalledTimes(1);
  expect([push.unregister.mock.calls.length, other.unregister.mock.calls.length]).toEqual([1, 0]);
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test('a withdrawal while it loads does not let it start', async () => {
  const { show } = begin(consenting());
  await show(member({ engagementConsent: false }));
  track('pro_view');

  expect(moengage.initialize).not.toHaveBeenCalled();
  expect([identified(), events()]).toEqual([[], []]);
});

test('a logout ends the identity and the events, and the next person is asked for themselves', async () => {
  const { show } = begin(consenting());
  await settled();
  await show(consenting({ name: 'Ananya Rao' }));
  await show(null);
  track('of_a_visitor');
  await show(member({ _id: 'u2' }));
  track('of_another');
  await show(consenting());
  track('again');

  expect(identified()).toEqual(['u1', 'u1']);
  expect(events()).toEqual(['App_Loaded', 'again']);
  expect(moengage.destroy_session).toHaveBeenCalledTimes(1);
  expect(reloadPage).not.toHaveBeenCalled();
});

test('push of a consent that was withdrawn on another device ends here too', async () => {
  begin(member({ engagementConsent: false }));
  await settled();
  expect(push.unregister).toHaveBeenCalledTimes(1);
  expect(reloadPage).not.toHaveBeenCalled();
});

test.each([
  ['/certificates/abc', true],
  ['/lost-number', true],
  ['/confirm-email', true],
  ['/support/request?key=x', true],
  ['/support', false],
  ['https://example.in/certificates/abc', false],
])('a link to %s is followed by the browser, not the router: %s', (href, isApart) => {
  begin(consenting());
  const link = Object.assign(document.createElement('a'), { href });
  document.body.append(link);
  const heard = jest.fn((event: Event) => event.preventDefault());
  link.addEventListener('click', heard);
  // jsdom follows no links.
  window.addEventListener('click', (event) => event.preventDefault(), { once: true, capture: true });
  link.click();
  expect(heard).toHaveBeenCalledTimes(isApart ? 0 : 1);
  link.remove();
});
