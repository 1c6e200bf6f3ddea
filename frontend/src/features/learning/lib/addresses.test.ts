import { refreshIn } from './addresses';

const MINUTE = 60_000;
const asked = Date.parse('2026-11-21T06:00:00Z');
const end = (minutes: number) => new Date(asked + minutes * MINUTE).toISOString();

test('addresses are replaced before their end', () => {
  expect(refreshIn({ expiresAt: end(10), askedAt: asked, now: asked })).toBe(8.5 * MINUTE);
  expect(refreshIn({ expiresAt: end(10), askedAt: asked, now: asked + 8 * MINUTE })).toBe(0.5 * MINUTE);
  expect(refreshIn({ expiresAt: end(4), askedAt: asked, now: asked })).toBe(3.4 * MINUTE);
});

test('where nothing says when they end, the usual time is taken', () => {
  expect(refreshIn({ expiresAt: null, askedAt: asked, now: asked })).toBe(8.5 * MINUTE);
});

test.each([
  ['behind', end(-300), 0.85],
  ['ahead', end(300), 8.5],
])('a clock that is hours %s neither hurries nor delays it beyond reason', (_, expiresAt, minutes) => {
  expect(refreshIn({ expiresAt, askedAt: asked, now: asked })).toBe(minutes * MINUTE);
});

test('what should have been replaced long ago is tried every few seconds', () => {
  expect(refreshIn({ expiresAt: end(10), askedAt: asked, now: asked + 30 * MINUTE })).toBe(5_000);
});
