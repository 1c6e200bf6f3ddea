import type { Moment } from '../../../shared/lib/dates';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** From how long before the start the room is open to those who booked. Twin: apps/live/deadlines.py. */
const JOINABLE = 15 * MINUTE;

/** How often the server is asked for a link that should be there by this device's clock. */
const PATIENCE = 15_000;

/** Past the moment itself, so that the server agrees that it has come. */
const MARGIN = 1_000;

export interface Timed {
  startsAt: string;
  endsAt: string;
  joinUrl: string | null;
  changeBefore?: string | undefined;
}

const time = (moment: Moment) => new Date(moment).getTime();

export const opensAt = (startsAt: Moment): number => time(startsAt) - JOINABLE;

/** How long until what the server says of one of these changes: a room opens, it begins, ends, is fixed. */
export function untilNextChange(rows: readonly Timed[] | undefined, now = Date.now()): number | false {
  if (!rows) return false;
  const waits = rows.flatMap((row) => {
    const edges = [opensAt(row.startsAt), time(row.startsAt), time(row.endsAt)];
    if (row.changeBefore) edges.push(time(row.changeBefore));
    const ahead = edges.filter((edge) => edge > now).map((edge) => edge - now + MARGIN);
    const isAwaited = row.joinUrl === null && opensAt(row.startsAt) <= now && now < time(row.endsAt);
    return isAwaited ? [...ahead, PATIENCE] : ahead;
  });
  // A timer bears no more than 24 days, and a page that is open for one may look again.
  return waits.length > 0 && Math.min(DAY, ...waits);
}
