import { dayKey, phaseOf } from '../../../shared/lib/dates';
import type { ProgramSession } from '../queries';

/** A session's status for this person and now; only open ones can be selected. */
export type SessionStatus = 'open' | 'booked' | 'full' | 'begun';

export function sessionStatus(session: ProgramSession, now: number): SessionStatus {
  if (session.booked) return 'booked';
  if (!isUpcoming(session, now)) return 'begun';
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

export const isUpcoming = ({ date, endDate }: ProgramSession, now: number): boolean =>
  phaseOf(date, endDate, now) === 'upcoming';

/** 'yyyy-mm' of the first upcoming session, or the current month. */
export function openingMonth(sessions: readonly ProgramSession[], now: number): string {
  const first = sessions.find((session) => isUpcoming(session, now));
  return dayKey(first?.date ?? now).slice(0, 7);
}

/** The nearest later month with an upcoming session, else the nearest earlier one. */
export function nearestMonth(sessions: readonly ProgramSession[], month: string, now: number): string | null {
  const months = sessions
    .filter((session) => isUpcoming(session, now))
    .map(({ date }) => dayKey(date).slice(0, 7));
  return months.find((other) => other > month) ?? months.findLast((other) => other < month) ?? null;
}
