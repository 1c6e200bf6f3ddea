/** The lifetime of media URLs if the server names none. Mirrors apps/media/signed_urls.py. */
const DEFAULT_MS = 10 * 60_000;
const MIN_MS = 60_000;
/** The share of the lifetime after which URLs are refreshed. */
const REFRESH_SHARE = 0.85;
const RETRY_MS = 5_000;

interface UrlLifetime {
  /** The expiry from the server; null where only the default is known. */
  expiresAt: string | null;
  /** When they were fetched, and the current time, both by this device's clock. */
  fetchedAt: number;
  now: number;
}

/**
 * Milliseconds until media URLs should be refetched.
 *
 * With a wrong device clock the expiry may be in the past or hours ahead, so the lifetime is clamped.
 */
export function refreshDelay({ expiresAt, fetchedAt, now }: UrlLifetime): number {
  const lifetime = expiresAt === null ? DEFAULT_MS : Date.parse(expiresAt) - fetchedAt;
  const clamped = Math.min(Math.max(lifetime, MIN_MS), DEFAULT_MS);
  const due = fetchedAt + clamped * REFRESH_SHARE - now;
  return due > 0 ? due : RETRY_MS;
}
