import type { DateTime } from '../../../shared/lib/dates';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long before the start the room opens. Mirrors apps/live/deadlines.py. */
const JOIN_WINDOW = 15 * MINUTE;

/** Polling interval for a link that is due by this device's clock. */
const POLL_INTERVAL = 15_000;

/** Added so that the server's clock has passed the time as well. */
const MARGIN = 1_000;

export interface Timed {
  startsAt: string;
  endsAt: string;
  joinUrl: string | null;
  changeBefore?: string | undefined;
}

const time = (datetime: DateTime) => new Date(datetime).getTime();

export const opensAt = (startsAt: DateTime): number => time(startsAt) - JOIN_WINDOW;

/**
 * Milliseconds until the server's response changes: a room opens, the event starts or ends, the deadline for
 * changes passes.
 */
export function untilNextChange(rows: readonly Timed[] | undefined, now = Date.now()): number | false {
  if (!rows) return false;
  const waits = rows.flatMap((row) => {
    const edges = [opensAt(row.startsAt), time(row.startsAt), time(row.endsAt)];
    if (row.changeBefore) edges.push(time(row.changeBefore));
    const ahead = edges.filter((edge) => edge > now).map((edge) => edge - now + MARGIN);
    const isLoadingAbove = row.joinUrl === null && opensAt(row.startsAt) <= now && now < time(row.endsAt);
    return isLoadingAbove ? [...ahead, POLL_INTERVAL] : ahead;
  });
  // Timers are limited to 24 days; a page that is open longer refetches once a day.
  return waits.length > 0 && Math.min(DAY, ...waits);
}
