import type { Limits } from '../../../shared/api/generated/limits';
import { plainDigits } from '../../../shared/lib/digits';
import { excessOf } from '../../../shared/lib/textLength';
import type { Draft } from '../mutations';

export type FieldName = Exclude<keyof Draft, 'website'>;
type Errors = Partial<Record<FieldName, string>>;

const LONGEST_MESSAGE: (Limits['ContactInRequest'] & Limits['GrievanceInRequest'])['message'] = 25_000;

const EMPTY: Record<FieldName, string> = {
  name: 'Enter your name.',
  mobile: 'Enter a 10-digit mobile number that starts with 6, 7, 8 or 9.',
  email: 'Enter an email address, such as name@example.in.',
  subject: 'Enter a subject.',
  message: 'Enter a message.',
};

/** Required fields that are empty; the server validates the rest. */
export function missingFields(draft: Draft, requiredFields: readonly FieldName[]): Errors {
  const errors: Errors = {};
  for (const name of requiredFields) if (!draft[name].trim()) errors[name] = EMPTY[name];
  const tooLong = excessOf(draft.message.trim(), LONGEST_MESSAGE);
  if (tooLong) errors.message = `Please shorten your message to ${tooLong.limit} characters.`;
  return errors;
}

/** The number without spaces, with its digits converted to ASCII. */
export const ready = (draft: Draft): Draft => ({ ...draft, mobile: plainDigits(draft.mobile) });
