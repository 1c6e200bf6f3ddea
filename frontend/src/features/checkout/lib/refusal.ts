import { ApiError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import type { Word } from './payment';

const NEW_CART = 'That cart had expired. Here is a new one: please check the amount, then pay.';
const CHANGED: ReadonlySet<string> = new Set(['price_changed', 'coupon_used_up']);

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '');
const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : 0);

export const isOwned = (error: unknown) => codeOf(error) === 'already_owned';

/** It is not there, or cannot be had by this person now: asking again brings the same answer. */
export const isTurnedDown = (error: unknown) => statusOf(error) === 404 || statusOf(error) === 409;

/** The cart ran out, or is not known any more: a new one takes its place. */
export const isGone = (error: unknown) => statusOf(error) === 410 || statusOf(error) === 404;

/** The login dialog says it, and nothing else needs to. */
export const isSessionEnd = (error: unknown) => statusOf(error) === 401;

/** The cart is not what it was: the person looks at it again before they pay. */
export const isChanged = (error: unknown) => CHANGED.has(codeOf(error));

export function wordFor(error: unknown): Word | null {
  if (isSessionEnd(error)) return null;
  if (isGone(error)) return { tone: 'warning', text: NEW_CART };
  return { tone: isChanged(error) ? 'warning' : 'error', text: messageOf(error, 'payment') };
}

/**
 * The server looked at the payment and refused it. Anything else leaves open what became of it: the session
 * ended, there were too many calls, the network or the server failed.
 */
export function isRejection(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}
