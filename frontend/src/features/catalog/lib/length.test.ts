import { formatLength } from './length';

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [245, '4:05'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3725, '1:02:05'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatLength(seconds)).toBe(text);
});
