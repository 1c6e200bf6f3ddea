import { dayKey, formatNearDay, formatTime } from '../../../shared/lib/dates';
import type { CalendarEntry } from '../queries';

const DAYS = 7;
const DAY_MS = 86_400_000;

/** The meetings of today and the six days after it that have not ended, by time. */
export function meetingsOfWeek(entries: readonly CalendarEntry[], now: number): CalendarEntry[] {
  const last = dayKey(now + (DAYS - 1) * DAY_MS);
  return entries.filter(({ startsAt, endsAt }) => Date.parse(endsAt) > now && dayKey(startsAt) <= last);
}

/** 'Mon 23 · 3:45 PM' */
export function shortTime({ startsAt }: CalendarEntry): string {
  const [weekday, day] = formatNearDay(startsAt).split(' ');
  return `${weekday} ${day} · ${formatTime(startsAt)}`;
}
