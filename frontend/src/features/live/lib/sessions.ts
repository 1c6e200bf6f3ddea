import { dayKey } from '../../../shared/lib/dates';
import type { ProgramSession } from '../queries';

/** A session's status for this person; only open ones can be selected. */
export type SessionStatus = 'open' | 'booked' | 'full' | 'begun';

export function sessionStatus(session: ProgramSession, now: number): SessionStatus {
  if (session.booked) return 'booked';
  if (Date.parse(session.date) <= now) return 'begun';
  return session.full ? 'full' : 'open';
}

/** Sessions by day in India, 'yyyy-mm-dd', soonest first. */
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

/** 'yyyy-mm' of the first upcoming session, or the current month. */
export function openingMonth(sessions: readonly ProgramSession[], now: number): string {
  const first = sessions.find(({ date }) => Date.parse(date) > now);
  return dayKey(first?.date ?? now).slice(0, 7);
}

/** The nearest later month with an upcoming session, else the nearest earlier one. */
export function nearestMonth(sessions: readonly ProgramSession[], month: string, now: number): string | null {
  const months = sessions
    .filter(({ date }) => Date.parse(date) > now)
    .map(({ date }) => dayKey(date).slice(0, 7));
  return months.find((other) => other > month) ?? months.findLast((other) => other < month) ?? null;
}
