import { serverNow } from './pageData';

/** Added so that the server's clock has passed the time as well. */
const MARGIN = 1_000;

/** Polling interval while the time has passed here and not on the server: the two clocks differ. */
const RETRY = 15_000;

/** Timers are limited to 24 days; a page that is open longer refetches once a day. */
const DAY = 86_400_000;

/** For `refetchInterval`: milliseconds until the first of these changes by itself, as the server says. */
export function untilNextChange(
  items: readonly { nextChangeAt: string | null }[] | undefined,
  now = serverNow(),
): number | false {
  const times = (items ?? []).flatMap(({ nextChangeAt }) =>
    nextChangeAt === null ? [] : Date.parse(nextChangeAt),
  );
  if (times.length === 0) return false;
  const wait = Math.min(...times) - now;
  return wait > 0 ? Math.min(DAY, wait + MARGIN) : RETRY;
}
