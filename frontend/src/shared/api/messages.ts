import { english } from '../lib/i18n';
import { ApiError } from './client';

/** The fallback texts where the server sent no message. */
export const fallbacks = {
  user: /*i18n*/ 'Failed to fetch user',
  saveUser: 'Updating data failed',
  sendCode: /*i18n*/ 'OTP send failed',
  verifyCode: /*i18n*/ 'OTP verification failed',
  logout: /*i18n*/ 'Logout failed',
  lists: /*i18n*/ 'Failed to fetch webinars',
  payment: 'Something went wrong. Please try again.',
  swap: 'Failed to swap session',
  cancel: 'Failed to cancel session',
  other: /*i18n*/ 'Something went wrong',
} as const;

export const NO_CONNECTION = /*i18n*/ 'No connection';

/** Whether a request got no response. */
export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** The server's message, or the fallback for this kind of request. */
export function messageOf(error: unknown, fallback: keyof typeof fallbacks, i18n = english): string {
  const text = (error instanceof ApiError && error.message) || i18n._(fallbacks[fallback]);
  return isUnreachable(error) ? `${i18n._(NO_CONNECTION)}. ${text}` : text;
}
