/** How long addresses live where nothing says so. Twin: apps/content/media/addresses.py. */
const USUAL_MS = 10 * 60_000;
const SHORTEST_MS = 60_000;
/** The share of their life after which they are replaced. */
const USED = 0.85;
const AGAIN_MS = 5_000;

interface Asked {
  /** As the server says it; null where only the usual is known. */
  expiresAt: string | null;
  /** When they were asked for, and the present moment, both by this machine's clock. */
  askedAt: number;
  now: number;
}

/**
 * Milliseconds until addresses should be asked for anew.
 *
 * A clock that is wrong may place their end in the past, or hours ahead; their life is then taken to be
 * within what is possible.
 */
export function refreshIn({ expiresAt, askedAt, now }: Asked): number {
  const told = expiresAt === null ? USUAL_MS : Date.parse(expiresAt) - askedAt;
  const life = Math.min(Math.max(told, SHORTEST_MS), USUAL_MS);
  const due = askedAt + life * USED - now;
  return due > 0 ? due : AGAIN_MS;
}
