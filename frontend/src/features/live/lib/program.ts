import { dayKey } from '../../../shared/lib/dates';
import type { ProgramSession } from '../queries';
import { isUpcoming } from './sessions';

/** How many sessions the program page lists. */
export const MAX_LISTED = 6;

export interface ProgramSchedule {
  /** Upcoming sessions, soonest first. */
  upcoming: ProgramSession[];
  first: ProgramSession | null;
  last: ProgramSession | null;
}

/** The upcoming sessions of a program. */
export function scheduleOf(sessions: readonly ProgramSession[], now: number): ProgramSchedule {
  const upcoming = sessions.filter((session) => isUpcoming(session, now));
  return { upcoming, first: upcoming[0] ?? null, last: upcoming.at(-1) ?? null };
}

export const isOneDay = ({ first, last }: ProgramSchedule): boolean =>
  first !== null && last !== null && dayKey(first.date) === dayKey(last.date);
