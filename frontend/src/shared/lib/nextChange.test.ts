import { untilNextChange } from './nextChange';

const NOW = Date.parse('2026-11-24T09:00:00Z');
const at = (...times: (string | null)[]) => times.map((nextChangeAt) => ({ nextChangeAt }));

test.each([
  ['nothing was loaded', undefined, false],
  ['there is nothing', [], false],
  ['nothing changes by itself', at(null, null), false],
  ['one changes in a minute', at('2026-11-24T09:01:00Z'), 61_000],
  ['the first of several does', at(null, '2026-11-24T10:00:00Z', '2026-11-24T09:00:01Z'), 2_000],
  ['the clocks differ', at('2026-11-24T09:00:00Z'), 15_000],
  ['one is overdue', at('2026-11-24T08:00:00Z', '2026-11-24T09:01:00Z'), 15_000],
  ['it is weeks away', at('2026-12-24T09:00:00Z'), 86_400_000],
])('if %s', (_, items, expected) => {
  expect(untilNextChange(items, NOW)).toBe(expected);
});
