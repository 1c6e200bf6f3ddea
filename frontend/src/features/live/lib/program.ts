import { dayKey } from '../../../shared/lib/dates';
import type { ProgramSession, SessionPlan } from '../queries';
import { standingOf } from './sessions';

/** How many sessions the page of a program names; the calendar has them all. */
export const NAMED = 6;

export interface Outlook {
  /** What has not begun, soonest first. */
  ahead: ProgramSession[];
  /** How many of these can be picked. */
  open: number;
  first: ProgramSession | null;
  last: ProgramSession | null;
  isOnNow: boolean;
  /** The least that a session costs, in rupees, by itself or in a plan; null where none is ahead. */
  from: number | null;
}

/** What is ahead in a program; twin: apps/site/program_page.py. */
export function outlookOf(
  sessions: readonly ProgramSession[],
  plans: readonly SessionPlan[],
  now: number,
): Outlook {
  const ahead = sessions.filter(({ date }) => Date.parse(date) > now);
  const prices = [
    ...ahead.map((one) => one.basePricePerSession),
    ...plans.map((plan) => plan.discountedPrice),
  ];
  return {
    ahead,
    open: ahead.filter((session) => standingOf(session, now) === 'open').length,
    first: ahead[0] ?? null,
    last: ahead.at(-1) ?? null,
    isOnNow: sessions.some(({ date, endDate }) => Date.parse(date) <= now && now < Date.parse(endDate)),
    from: ahead.length > 0 ? Math.min(...prices) : null,
  };
}

export const isOneDay = ({ first, last }: Outlook): boolean =>
  first !== null && last !== null && dayKey(first.date) === dayKey(last.date);
