import { overlap } from '../../../shared/lib/clashes';
import { dayKey, formatTime, formatTimeRange } from '../../../shared/lib/dates';
import type { CalendarEntry } from '../queries';

export interface Planned {
  entry: CalendarEntry;
  /** 'yyyy-mm-dd' in India */
  day: string;
}

/** The meetings of each day, by time. */
export function planOf(entries: readonly CalendarEntry[]): Map<string, Planned[]> {
  const plan = new Map<string, Planned[]>();
  for (const entry of entries) {
    const day = dayKey(entry.startsAt);
    plan.set(day, [...(plan.get(day) ?? []), { entry, day }]);
  }
  return new Map([...plan].sort(([one], [other]) => one.localeCompare(other)));
}

/** The accessible description of a day: 'Tape, 3:00 PM and Charts, 7:00 PM (clash)'. */
export function dayText(planned: readonly Planned[]): string {
  const all = planned.map(({ entry }) => `${entry.title}, ${formatTime(entry.startsAt)}`);
  return `${all.join(' and ')}${hasClash(planned) ? ' (clash)' : ''}`;
}

export const hasClash = (planned: readonly Planned[]): boolean =>
  planned.some(({ entry }) => entry.clashesWith.length > 0);

export const timeLine = ({ entry }: Planned): string => formatTimeRange(entry.startsAt, entry.endsAt);

/** 'Clashes with Charts, 7:00 PM – 8:30 PM', or an empty string. */
export function clashText({ entry }: Planned, entries: readonly CalendarEntry[]): string {
  const others = entries.filter(
    (other) => entry.clashesWith.includes(other._id) && overlap(of(entry), of(other)),
  );
  if (others.length === 0) return '';
  const labels = others.map(
    ({ title, startsAt, endsAt }) => `${title}, ${formatTimeRange(startsAt, endsAt)}`,
  );
  return `Clashes with ${labels.join(' and ')}`;
}

const of = ({ meetingId, startsAt, endsAt }: CalendarEntry) => ({
  ...{ id: meetingId, start: startsAt, end: endsAt },
});

/** The range of months: from the previous month to the month of the last booking. */
export function boundsOf(plan: ReadonlyMap<string, Planned[]>, today: string): { min: string; max: string } {
  const months = [today, ...plan.keys()].map((day) => day.slice(0, 7)).sort();
  return { min: months[0] as string, max: months.at(-1) as string };
}

/** The day that is selected first in a month: the next one with a booking. */
export const firstDay = (plan: ReadonlyMap<string, Planned[]>, month: string, today: string) =>
  [...plan.keys()].find((day) => day.startsWith(month) && day >= today) ??
  [...plan.keys()].findLast((day) => day.startsWith(month));

/** The month of the next booking, else the current one. */
export const openingMonth = (plan: ReadonlyMap<string, Planned[]>, today: string): string =>
  ([...plan.keys()].find((day) => day >= today) ?? today).slice(0, 7);
