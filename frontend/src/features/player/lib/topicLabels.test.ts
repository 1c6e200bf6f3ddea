import { clock, lengthOf, RULES, sizeOf } from './topicLabels';

test.each([
  [0, '0:00'],
  [27, '0:27'],
  [245, '4:05'],
  [3599.6, '1:00:00'],
  [3723, '1:02:03'],
])('%d seconds are %s', (seconds, expected) => {
  expect(clock(seconds)).toBe(expected);
});

test.each([
  ['video', 245, '4:05'],
  ['article', 120, '2 min'],
  ['quiz', 20, '1 min'],
  ['pdf', 90, '2 min'],
  ['video', 0, ''],
] as const)('a %s of %d seconds says %s', (ContentType, duration, expected) => {
  expect(lengthOf({ ContentType, duration })).toBe(expected);
});

test('the rule for videos names the share that counts', () => {
  expect(RULES.video).toBe('A video counts as completed when you have watched 90% of it.');
});

test.each([
  [500, '1 kB'],
  [340_000, '340 kB'],
  [1_240_000, '1.2 MB'],
])('%d bytes are %s', (bytes, expected) => {
  expect(sizeOf(bytes)).toBe(expected);
});
