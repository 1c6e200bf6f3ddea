import type { InputEvent } from 'react';
import { plainDigits } from '../../../shared/lib/digits';

export const NOT_MOBILE = /*i18n*/ 'Enter a 10-digit mobile number that starts with 6, 7, 8 or 9.';

const SPELLED = /^(?:\+?91)?([6-9]\d{9})$/;

/**
 * The ten digits of an Indian mobile number, with or without 91 or +91 in front; null if it is none. Mirrors
 * MobileField in apps/accounts/api/login_serializers.py; both are tested with tests/vectors/mobile.json.
 */
export function mobileFrom(text: string): string | null {
  return SPELLED.exec(plainDigits(text))?.[1] ?? null;
}

/** The text shown in the field: digits only, without the 91 of the prefix. */
export function cleanMobile(text: string): string {
  return mobileFrom(text) ?? plainDigits(text);
}

/** Cleans the text of the field while it is typed. */
export function cleanInput({ currentTarget: field }: InputEvent<HTMLInputElement>): void {
  const cleaned = cleanMobile(field.value);
  // Setting the same text would move the cursor to its end.
  if (cleaned !== field.value) field.value = cleaned;
}

/** '+91 98765 43210' */
export function formatMobile(mobile: string): string {
  return `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
}
