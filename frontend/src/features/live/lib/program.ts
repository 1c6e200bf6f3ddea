import { dayKey } from '../../../shared/lib/dates';
import type { ProgramSession, SessionPlan } from '../queries';
import { isUpcoming } from './sessions';

/** How many sessions the program page lists. */
export const MAX_LISTED = 6;

export interface ProgramSchedule {
  /** Upcoming sessions, soonest first. */
  upcoming: ProgramSession[];
  first: ProgramSession | null;
  last: ProgramSession | null;
  /** The lowest price of a session in rupees, single or with a plan; null if none is upcoming. */
  from: number | null;
}

/** The upcoming sessions of a program. */
export function scheduleOf(
  sessions: readonly ProgramSession[],
  plans: readonly SessionPlan[],
  now: number,
): ProgramSchedule {
  const upcoming = sessions.filter((session) => isUpcoming(session, now));
  const prices = [
    ...upcoming.map((one) => one.basePricePerSession),
    ...plans.map((plan) => plan.discountedPrice),
  ];
  return {
    upcoming,
    first: upcoming[0] ?? null,
    last: upcoming.at(-1) ?? null,
    from: upcoming.length > 0 ? Math.min(...prices) : null,
  };
}

export const isOneDay = ({ first, last }: ProgramSchedule): boolean =>
  first !== null && last !== null && dayKey(first.date) === dayKey(last.date);
