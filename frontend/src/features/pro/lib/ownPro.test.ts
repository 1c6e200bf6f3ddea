import { proTime, purchase } from '../../../test/pro';
import { ownPro } from './ownPro';

const bought = (...plans: Parameters<typeof purchase>[0][]) => ownPro(plans.map(purchase), []);

test.each([
  [{}, 'Sun, 22 Nov 2026 – Mon, 22 Nov 2027'],
  [{ endsAt: null }, 'From Sun, 22 Nov 2026, with no end date'],
  [{ startsAt: null, endsAt: null, status: 'refunded' as const }, ''],
])('%j shows the days %s', (overrides, days) => {
  expect(bought(overrides).rows[0]?.days).toBe(days);
});

test.each([
  [1, 'Rally Pro, 1 day'],
  [3650, 'Rally Pro, 3,650 days'],
])('a plan of %s says of what and for how long', (validityPeriodInDays, about) => {
  expect(bought({ validityPeriodInDays }).rows[0]?.about).toBe(about);
});

test('what is active or upcoming comes first, in its order, and the past is not in the overview', () => {
  const { rows, amongOthers } = bought(
    { _id: 'later', status: 'upcoming' },
    { _id: 'now' },
    { _id: 'back', status: 'refunded' },
    { _id: 'old', status: 'ended' },
  );
  expect(rows.map(({ id }) => id)).toEqual(['now', 'later', 'back', 'old']);
  expect(amongOthers).toBe(2);
});

test('time that was given comes before what was bought, which is listed once', () => {
  const gift = proTime({ _id: 'gift', planName: 'Gift' });
  const { rows } = ownPro(
    [purchase({ status: 'upcoming' })],
    [gift, proTime({ via: 'purchase' }), proTime({ kind: 'trial', status: 'ended' })],
  );
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['Gift', 'active'],
    ['1 year', 'upcoming'],
  ]);
});
