import { excessMessage, excessOf } from './textLength';

test.each([
  ['', 3, undefined],
  ['abc', 3, undefined],
  ['abcd', 3, { excess: '1', limit: '3' }],
  ['😀😀😀', 3, undefined],
  ['x'.repeat(10_000), 2000, { excess: '8,000', limit: '2,000' }],
])('%s with a limit of %d', (text, limit, excess) => {
  expect(excessOf(text, limit)).toEqual(excess);
});

test('the message says by how much', () => {
  expect(excessMessage('abc', 3)).toBeUndefined();
  expect(excessMessage('x'.repeat(1400), 1200)).toBe('Too long by 200. The limit is 1,200 characters.');
});
