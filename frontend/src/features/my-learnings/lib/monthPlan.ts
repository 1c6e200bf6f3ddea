import { dayKey, formatTime, formatTimeRange } from '../../../shared/lib/dates';
import type { CalendarEntry } from '../queries';

export interface Planned {
  entry: CalendarEntry;
  /** 'yyyy-mm-dd' in India */
  day: string;
  /** 'starts' and 'ends' for a mentorship of several weeks, of which only these two days are known. */
  part: '' | 'starts' | 'ends';
}

const DAY = 86_400_000;

/** The bookings of each day, by time. */
export function planOf(entries: readonly CalendarEntry[]): Map<string, Planned[]> {
  const plan = new Map<string, Planned[]>();
  const put = (planned: Planned) => plan.set(planned.day, [...(plan.get(planned.day) ?? []), planned]);
  for (const entry of entries) {
    const [first, last] = [dayKey(entry.startsAt), dayKey(entry.endsAt)];
    const isLong = Date.parse(entry.endsAt) - Date.parse(entry.startsAt) >= DAY;
    put({ entry, day: first, part: isLong ? 'starts' : '' });
    if (isLong) put({ entry, day: last, part: 'ends' });
  }
  return new Map([...plan].sort(([one], [other]) => one.localeCompare(other)));
}

/** The accessible description of a day: 'Tape, 3:00 PM and Charts, 7:00 PM (clash)'. */
export function dayText(planned: readonly Planned[]): string {
  const all = planned.map(
    ({ entry, part }) => `${entry.title}${part && ` ${part}`}, ${formatTime(entry.startsAt)}`,
  );
  return `${all.join(' and ')}${hasClash(planned) ? ' (clash)' : ''}`;
}

export const hasClash = (planned: readonly Planned[]): boolean =>
  planned.some(({ entry }) => entry.clashesWith.length > 0);

export function timeLine({ entry, part }: Planned): string {
  const times = formatTimeRange(entry.startsAt, entry.endsAt);
  return part ? `${part === 'starts' ? 'Starts' : 'Ends'}, ${times}` : times;
}

/** 'Clashes with Charts, 7:00 PM – 8:30 PM', or an empty string. */
export function clashText({ entry }: Planned, entries: readonly CalendarEntry[]): string {
  const others = entries.filter(({ _id }) => entry.clashesWith.includes(_id));
  if (others.length === 0) return '';
  const labels = others.map(
    ({ title, startsAt, endsAt }) => `${title}, ${formatTimeRange(startsAt, endsAt)}`,
  );
  return `Clashes with ${labels.join(' and ')}`;
}

/** The range of months: from the previous month to the month of the last booking. */
export function boundsOf(plan: ReadonlyMap<string, Planned[]>, today: string): { min: string; max: string } {
  const months = [today, ...plan.keys()].map((day) => day.slice(0, 7)).sort();
  return { min: months[0] as string, max: months.at(-1) as string };
}

/** The day that is selected first in a month: the next one with a booking. */
export const firstDay = (plan: ReadonlyMap<string, Planned[]>, month: string, today: string) =>
  [...plan.keys()].find((day) => day.startsWith(month) && day >= today) ??
  [...plan.keys()].findLast((day) => day.startsWith(month));
