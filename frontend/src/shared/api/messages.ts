import { ApiError } from './client';

/** What is said when the server gave no words of its own. */
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

/** The server's message first, else the words for this kind of call. */
export function messageOf(error: unknown, fallback: keyof typeof fallbacks): string {
  return (error instanceof ApiError && error.message) || fallbacks[fallback];
}
