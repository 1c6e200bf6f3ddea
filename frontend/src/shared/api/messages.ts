import { ApiError } from './client';

/** The fallback texts where the server sent no message. */
export const fallbacks = {
  session: 'Failed to authenticate',
  user: 'Failed to fetch user',
  saveUser: 'Updating data failed',
  sendCode: 'OTP send failed',
  verifyCode: 'OTP verification failed',
  logout: 'Logout failed',
  progress: 'Failed to fetch progress',
  lists: 'Failed to fetch webinars',
  cart: 'Failed to send cart data',
  coupons: 'Failed to fetch coupons',
  payment: 'Something went wrong. Please try again.',
  swap: 'Failed to swap session',
  cancel: 'Failed to cancel session',
  other: 'Something went wrong',
} as const;

/** The server's message, or the fallback for this kind of request. */
export function messageOf(error: unknown, fallback: keyof typeof fallbacks): string {
  return (error instanceof ApiError && error.message) || fallbacks[fallback];
}
