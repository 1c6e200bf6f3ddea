import { type FormEvent, useId, useRef, useState } from 'react';
import { clearError } from '../../../shared/lib/clearError';
import { langOf, useI18n } from '../../../shared/lib/i18n';
import { siteData } from '../../../shared/lib/pageData';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Alert } from '../../../shared/ui/Alert';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { Form } from '../../../shared/ui/Form';
import { mobileFrom, NOT_MOBILE } from '../lib/mobile';
import { useSendCode } from '../loginMutations';
import classes from './LoginForm.module.css';
import { MobileField, mobileErrorFrom } from './MobileField';
import { OtpError } from './OtpError';

export interface Entry {
  mobile: string;
  canWhatsapp: boolean;
}

const LABEL = /*i18n*/ 'Get alerts, market tips & course updates on WhatsApp';

interface Props {
  entry: Entry;
  onEntry: (entry: Entry) => void;
  focus: 'mobile' | 'consent' | null;
  /** True while the last OTP to this number is too recent to send another. */
  isOtpRecent: (mobile: string) => boolean;
  onSent: (mobile: string, resendAfter: number | null) => void;
}

export function MobileStep({ entry, onEntry, focus, isOtpRecent, onSent }: Props) {
  const i18n = useI18n();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isWrong, setWrong] = useState(false);
  const send = useSendCode();
  useRestoreFocus(send.isPending, () => button.current?.focus());
  const { login } = siteData();
  // A label that staff have written is in their language.
  const label = login.consentLabel === LABEL ? i18n._(LABEL) : login.consentLabel;
  const missingId = useId();
  const missing =
    (entry.mobile === '' && i18n._('Enter your 10-digit mobile number')) ||
    (login.consentRequired && !entry.canWhatsapp && i18n._('Tick the box above to continue'));
  const mobileError = isWrong ? i18n._(NOT_MOBILE) : mobileErrorFrom(send.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mobile = mobileFrom(entry.mobile);
    setWrong(mobile === null);
    clearError(send);
    if (mobile === null) field.current?.focus();
    else if (isOtpRecent(mobile)) onSent(mobile, null);
    else
      send.mutate(
        { mobile, canWhatsapp: entry.canWhatsapp },
        {
          onSuccess: ({ data }) => onSent(mobile, data.resendAfter),
          onError: (error) => mobileErrorFrom(error) && field.current?.focus(),
        },
      );
  };
  return (
    <Form className={classes.step} noValidate onSubmit={submit}>
      <MobileField
        ref={field}
        value={entry.mobile}
        error={mobileError}
        autoFocus={focus === 'mobile'}
        onChange={(mobile) => {
          setWrong(false);
          clearError(send);
          onEntry({ ...entry, mobile });
        }}
      />
      <Checkbox
        label={<span lang={langOf(label, i18n)}>{label}</span>}
        // Browsers restore checkboxes after a reload; consent must be given again.
        autoComplete="off"
        autoFocus={focus === 'consent'}
        checked={entry.canWhatsapp}
        onChange={({ target }) => onEntry({ ...entry, canWhatsapp: target.checked })}
      />
      {send.isError && !mobileError && (
        <Alert>
          <OtpError error={send.error} fallback="sendCode" />
        </Alert>
      )}
      <Button
        ref={button}
        type="submit"
        size="l"
        wide
        loading={send.isPending}
        disabled={Boolean(missing)}
        aria-describedby={missing ? missingId : undefined}
      >
        {i18n._('Continue')}
      </Button>
      {missing && (
        <p id={missingId} className={classes.terms}>
          {missing}
        </p>
      )}
      <p className={classes.terms}>
        <AppLink to="/lost-number">{i18n._('Lost your number?')}</AppLink>
      </p>
      <Terms />
    </Form>
  );
}

const TERMS = ['/terms&conditions', '/privacy-policy'];

/** In the text '<0>…</0>' stands for the first link, wherever the language puts it. */
function Terms() {
  const i18n = useI18n();
  const parts = i18n
    ._(
      'By continuing you accept the <0>terms and conditions</0> and the <1>privacy policy</1> (both open in a new tab).',
    )
    .split(/<(\d)>(.*?)<\/\d>/);
  return (
    <p className={classes.terms}>
      {parts.map((part, index) => {
        if (index % 3 === 1) return null;
        if (index % 3 === 0) return part;
        const path = TERMS[Number(parts[index - 1])];
        return (
          <a key={path} href={path} target="_blank" rel="noopener">
            {part}
          </a>
        );
      })}
    </p>
  );
}
