import type { ReactNode, Ref } from 'react';
import { ApiError } from '../../../shared/api/client';
import { useI18n } from '../../../shared/lib/i18n';
import { Field } from '../../../shared/ui/Field';
import { cleanMobile } from '../lib/mobile';

interface Props {
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  autoFocus?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function MobileField({ onChange, error, ...rest }: Props) {
  const i18n = useI18n();
  return (
    <Field
      {...rest}
      // The field may already have the focus; then focusing it would announce nothing.
      error={error && <span role="alert">{error}</span>}
      label={i18n._('Mobile number')}
      prefix="+91"
      name="mobile"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      onChange={({ target }) => onChange(cleanMobile(target.value))}
    />
  );
}

/** The server's error for this field. */
export function mobileErrorFrom(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors.mobile?.[0] : undefined;
}
