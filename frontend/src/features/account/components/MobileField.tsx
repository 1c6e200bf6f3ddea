import type { ReactNode, Ref } from 'react';
import { ApiError } from '../../../shared/api/client';
import { Field } from '../../../shared/ui/Field';
import { tidied } from '../lib/mobile';

interface Props {
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  autoFocus?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** The server writes the same markup before React comes: templates/parts/mobile_field.html. */
export function MobileField({ onChange, error, ...rest }: Props) {
  return (
    <Field
      {...rest}
      // The field may have the focus already, and then nothing else would be read out.
      error={error && <span role="alert">{error}</span>}
      label="Mobile number"
      prefix="+91"
      name="mobile"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      onChange={({ target }) => onChange(tidied(target.value))}
    />
  );
}

/** What the server says of the number itself. */
export function mobileErrorOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors.mobile?.[0] : undefined;
}
