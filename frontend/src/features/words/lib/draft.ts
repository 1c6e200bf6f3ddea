import { ApiError } from '../../../shared/api/client';
import { plainDigits } from '../../../shared/lib/digits';
import { writtenField } from '../../../shared/lib/written';
import type { Draft } from '../mutations';

/** In the order in which they stand in the form. */
export const FIELDS = ['name', 'mobile', 'email', 'subject', 'message'] as const;
export type FieldName = (typeof FIELDS)[number];
export type Errors = Partial<Record<FieldName, string>>;

export const LONGEST_MESSAGE = 25_000;

interface Known {
  name: string;
  mobile: string;
  email: string;
}

/** What was typed before the scripts came, else what is known of the member. */
export function firstDraft(member: Known | null): Draft {
  const typed = (name: FieldName) => writtenField(name)?.value;
  return {
    name: typed('name') ?? member?.name ?? '',
    mobile: typed('mobile') ?? member?.mobile ?? '',
    email: typed('email') ?? member?.email ?? '',
    subject: typed('subject') ?? '',
    message: typed('message') ?? '',
    website: '',
  };
}

const EMPTY: Record<FieldName, string> = {
  name: 'Tell us your name, so that we know how to address you.',
  mobile: 'Enter a 10-digit mobile number that starts with 6, 7, 8 or 9.',
  email: 'Enter a mail address, such as name@example.in.',
  subject: 'Say in a few words what it is about.',
  message: 'Tell us what happened.',
};

/** What is missing, before anything is sent; the server judges the rest. */
export function missingIn(draft: Draft, needed: readonly FieldName[]): Errors {
  const errors: Errors = {};
  for (const name of needed) if (!draft[name].trim()) errors[name] = EMPTY[name];
  if (draft.message.length > LONGEST_MESSAGE)
    errors.message = 'Please shorten your message to 25,000 characters.';
  return errors;
}

/** What the server says of single fields. */
export function errorsOf(reason: unknown): Errors {
  if (!(reason instanceof ApiError)) return {};
  const found: Errors = {};
  for (const name of FIELDS) {
    const told = reason.errors[name]?.[0];
    if (told) found[name] = told;
  }
  return found;
}

/** The number as the server takes it: whatever digits and blanks it was typed with. */
export const ready = (draft: Draft): Draft => ({ ...draft, mobile: plainDigits(draft.mobile) });
