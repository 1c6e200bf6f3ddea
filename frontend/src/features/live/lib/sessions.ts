import { dayKey } from '../../../shared/lib/dates';
import type { ProgramSession } from '../queries';

/** What a session is to the person: only an open one can be picked. */
export type Standing = 'open' | 'booked' | 'full' | 'begun';

export function standingOf(session: ProgramSession, now: number): Standing {
  if (session.booked) return 'booked';
  if (Date.parse(session.date) <= now) return 'begun';
  return session.full ? 'full' : 'open';
}

/** The sessions of each day in India, 'yyyy-mm-dd', soonest first. */
export function byDay(sessions: readonly ProgramSession[]): Map<string, ProgramSession[]> {
  const days = new Map<string, ProgramSession[]>();
  for (const session of sessions) {
    const day = dayKey(session.date);
    const sameDay = days.get(day);
    if (sameDay) sameDay.push(session);
    else days.set(day, [session]);
  }
  return days;
}

/** 'yyyy-mm' of the first session that has not begun, on which the picker opens; this month if there is none. */
export function openingMonth(sessions: readonly ProgramSession[], now: number): string {
  const first = sessions.find(({ date }) => Date.parse(date) > now);
  return dayKey(first?.date ?? now).slice(0, 7);
}

/** The nearest month after this one, or else before it, in which there is a session ahead. */
export function nearestMonth(sessions: readonly ProgramSession[], month: string, now: number): string | null {
  const months = sessions
    .filter(({ date }) => Date.parse(date) > now)
    .map(({ date }) => dayKey(date).slice(0, 7));
  return months.find((other) => other > month) ?? months.findLast((other) => other < month) ?? null;
}
