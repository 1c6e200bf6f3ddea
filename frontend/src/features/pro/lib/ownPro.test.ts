import { proTime, purchase } from '../../../test/pro';
import { ownPro } from './ownPro';

const at = Date.parse;
const WHOLE = 'Sun, 22 Nov 2026 – Mon, 22 Nov 2027';

// apps/site/tests/test_own_pro.py has the same table.
test.each([
  [{}, '2026-11-21T18:29:59Z', 'Starts later', WHOLE],
  [{}, '2026-11-21T18:30:00Z', 'Active', WHOLE],
  [{}, '2027-11-21T18:29:59Z', 'Active', WHOLE],
  [{}, '2027-11-21T18:30:00Z', 'Ended', WHOLE],
  [{ endsAt: null }, '2036-01-01T00:00:00Z', 'Active', 'From Sun, 22 Nov 2026, with no end date'],
  [{ startsAt: null, endsAt: null, refunded: true }, '2026-11-22T00:00:00Z', 'Refunded', ''],
  [{ startsAt: null, endsAt: null }, '2026-11-22T00:00:00Z', 'Ended', ''],
])('%j stands at %s: %s', (overrides, now, status, days) => {
  const { rows } = ownPro([purchase(overrides)], [], at(now));
  expect(rows).toEqual([expect.objectContaining({ status, days })]);
});

test('what the server calls active is so on a slow clock, until it ends', () => {
  const status = (now: string) => ownPro([purchase({ active: true })], [], at(now)).rows[0]?.status;
  expect(status('2026-11-21T18:20:00Z')).toBe('Active');
  expect(status('2027-11-21T18:30:00Z')).toBe('Ended');
});

test.each([
  [1, 'Rally Pro, 1 day'],
  [3650, 'Rally Pro, 3,650 days'],
])('a plan of %s says of what and for how long', (validityPeriodInDays, about) => {
  const { rows } = ownPro([purchase({ validityPeriodInDays })], [], at('2026-12-01T00:00:00Z'));
  expect(rows[0]?.about).toBe(about);
});

test('a plan bought on top of a gift follows it', () => {
  const later = purchase({ startsAt: '2027-11-22T04:30:00Z', endsAt: '2028-11-21T04:30:00Z' });
  const gift = proTime({ planName: 'Gift', endsAt: '2027-11-22T04:30:00Z' });
  const { rows, plansLinkLabel } = ownPro([later], [gift], at('2026-12-01T00:00:00Z'));
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['Gift', 'Active'],
    ['1 year', 'Starts later'],
  ]);
  expect(plansLinkLabel).toBe('Extend your Pro');
});
