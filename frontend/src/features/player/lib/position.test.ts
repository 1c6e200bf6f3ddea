import { isWatched, startAt } from './position';

test.each([
  [0, 100, 0],
  [2, 100, 0],
  [3, 100, 3],
  [94.9, 100, 94.9],
  [95, 100, 0],
  [100, 100, 0],
  [50, 0, 50],
])('left at %d of %d seconds it goes on at %d', (furthest, length, expected) => {
  expect(startAt(furthest, length)).toBe(expected);
});

test.each([
  [89.99, 100, false],
  [90, 100, true],
  [24.3, 27, true],
  [0, 0, false],
])('%d of %d seconds: watched is %s', (position, length, expected) => {
  expect(isWatched(position, length)).toBe(expected);
});
