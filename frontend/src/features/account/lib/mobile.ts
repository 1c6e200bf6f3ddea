import { plainDigits } from '../../../shared/lib/digits';

export const NOT_MOBILE = 'Enter a 10-digit mobile number that starts with 6, 7, 8 or 9.';

const SPELLED = /^(?:\+?91)?([6-9]\d{9})$/;

/** The ten digits, where the text is an Indian mobile number with or without 91 or +91 in front. */
export function mobileFrom(text: string): string | null {
  return SPELLED.exec(plainDigits(text))?.[1] ?? null;
}

/** How the field shows what is typed: plain, and without the 91 that already stands before it. */
export function tidied(text: string): string {
  return mobileFrom(text) ?? plainDigits(text);
}

/** '+91 98765 43210' */
export function spelled(mobile: string): string {
  return `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
}
