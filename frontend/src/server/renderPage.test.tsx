/** @jest-environment node */

import { load } from '../app/routing/routes';
import { businessConstants } from '../test/businessConstants';
import { site } from '../test/layoutPage';
import { renderPage } from './renderPage';

const page = {
  rendered: true,
  locale: 'en-IN' as const,
  now: Date.UTC(2026, 10, 21),
  site,
  user: null,
  answers: [],
  found: true,
  styleguide: false,
  engagement: null,
  ...businessConstants,
};

test('a page that lacks data fails without waiting, and starts no second request', async () => {
  await load('course');
  // A retry would wait for a timer.
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const fetch = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'));
  await expect(renderPage({ url: '/courses/candles', page })).rejects.toMatchObject({ code: 'unreachable' });
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

test.each(['/courses/.', '/courses/..', '//', '//courses', '/%2A', '/%0A', '/a%E2%80%A8', '/%'])(
  '%s that was not found is the page that says so',
  async (url) => {
    await load('not-found');
    const html = await renderPage({ url, page: { ...page, found: false } });
    expect(html).toContain('Page not found');
    expect(html).toContain('<footer');
  },
);
