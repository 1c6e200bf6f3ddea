import { addDays, addMonths, daysIn, sameDayIn, weekdayOf, weeksOf } from './calendarDays';

test('days are counted over months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(addDays('2026-03-28', 7)).toBe('2026-04-04');
});

test('months are counted over years', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-01', -13)).toBe('2024-12');
});

test.each([
  ['2026-02', 28],
  ['2028-02', 29],
  ['2026-04', 30],
  ['2026-12', 31],
])('%s has %p days', (month, days) => {
  expect(daysIn(month)).toBe(days);
});

test('the week begins on Monday', () => {
  expect(weekdayOf('2026-11-16')).toBe(0);
  expect(weekdayOf('2026-11-22')).toBe(6);
});

test('the same day of a shorter month is its last', () => {
  expect(sameDayIn('2027-02', '2027-01-31')).toBe('2027-02-28');
  expect(sameDayIn('2027-02', '2027-01-05')).toBe('2027-02-05');
});

test('a month is six weeks with its days in place', () => {
  const weeks = weeksOf('2026-11').map((week) => week.days.map(({ day }) => day?.slice(8) ?? '  ').join(' '));
  expect(weeks).toEqual([
    '                  01',
    '02 03 04 05 06 07 08',
    '09 10 11 12 13 14 15',
    '16 17 18 19 20 21 22',
    '23 24 25 26 27 28 29',
    '30                  ',
  ]);
});
