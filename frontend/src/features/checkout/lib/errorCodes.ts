import { ApiError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import type { Notice } from './payment';

const NEW_CART = 'Your cart had expired, so we made a new one. Please check the amount, then pay.';
const CHANGED: ReadonlySet<string> = new Set(['price_changed', 'coupon_used_up']);

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '');
const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : 0);

export const isAlreadyOwned = (error: unknown) => codeOf(error) === 'already_owned';

/** The item does not exist or is not available to this person; a retry will not help. */
export const isUnavailable = (error: unknown) => statusOf(error) === 404 || statusOf(error) === 409;

/** The cart has expired or is unknown; a new one replaces it. */
export const isCartExpired = (error: unknown) => statusOf(error) === 410 || statusOf(error) === 404;

/** The login dialog shows it. */
export const isSessionEnd = (error: unknown) => statusOf(error) === 401;

/** The cart has changed; the person has to review it before paying. */
export const isChanged = (error: unknown) => CHANGED.has(codeOf(error));

export function noticeFor(error: unknown): Notice | null {
  if (isSessionEnd(error)) return null;
  if (isCartExpired(error)) return { tone: 'warning', text: NEW_CART };
  return { tone: isChanged(error) ? 'warning' : 'error', text: messageOf(error, 'payment') };
}

/**
 * The server rejected the payment. Any other error leaves the outcome unknown: 401, a rate limit, the network
 * or a server error.
 */
export function isRejection(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}
