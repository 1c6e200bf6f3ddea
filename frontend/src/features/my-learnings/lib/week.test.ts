import { calendarEntry } from '../../../test/bookings';
import { meetingsOfWeek, shortTime } from './week';

const NOW = Date.parse('2026-11-23T09:00:00Z');
const titles = (...starts: string[]) =>
  meetingsOfWeek(
    starts.map((start) => calendarEntry(start, start)),
    NOW,
  ).map(({ title }) => title);

test('today and the six days after it in India, without what has ended', () => {
  const on = '2026-11-23T08:30:00Z';
  const lastDay = '2026-11-29T18:29:00Z';
  expect(titles('2026-11-23T06:00:00Z', on, lastDay, '2026-11-29T18:30:00Z')).toEqual([on, lastDay]);
});

test('a time is short', () => {
  expect(shortTime(calendarEntry('Tape', '2026-11-23T10:15:00Z'))).toBe('Mon 23 · 3:45 PM');
});
