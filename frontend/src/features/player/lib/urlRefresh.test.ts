import { refreshDelay } from './urlRefresh';

const MINUTE = 60_000;
const requests = Date.parse('2026-11-21T06:00:00Z');
const end = (minutes: number) => new Date(requests + minutes * MINUTE).toISOString();

test('addresses are replaced before their end', () => {
  expect(refreshDelay({ expiresAt: end(10), fetchedAt: requests, now: requests })).toBe(8.5 * MINUTE);
  expect(refreshDelay({ expiresAt: end(10), fetchedAt: requests, now: requests + 8 * MINUTE })).toBe(
    0.5 * MINUTE,
  );
  expect(refreshDelay({ expiresAt: end(4), fetchedAt: requests, now: requests })).toBe(3.4 * MINUTE);
});

test('where nothing says when they end, the usual time is taken', () => {
  expect(refreshDelay({ expiresAt: null, fetchedAt: requests, now: requests })).toBe(8.5 * MINUTE);
});

test.each([
  ['behind', end(-300), 0.85],
  ['ahead', end(300), 8.5],
])('a clock that is hours %s neither hurries nor delays it beyond reason', (_, expiresAt, minutes) => {
  expect(refreshDelay({ expiresAt, fetchedAt: requests, now: requests })).toBe(minutes * MINUTE);
});

test('what should have been replaced long ago is tried every few seconds', () => {
  expect(refreshDelay({ expiresAt: end(10), fetchedAt: requests, now: requests + 30 * MINUTE })).toBe(5_000);
});
