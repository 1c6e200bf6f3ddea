import type { ComponentProps } from 'react';
import { useI18n } from '../../../shared/lib/i18n';
import { Field } from '../../../shared/ui/Field';
import { cleanInput } from '../lib/mobile';

export function MobileField(props: Omit<ComponentProps<typeof Field>, 'label' | 'onInput'>) {
  const i18n = useI18n();
  return (
    <Field
      {...props}
      label={i18n._('Mobile number')}
      prefix="+91"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      onInput={cleanInput}
    />
  );
}
