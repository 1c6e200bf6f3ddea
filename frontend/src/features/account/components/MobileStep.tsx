import { useId } from 'react';
import { langOf, useI18n } from '../../../shared/lib/i18n';
import { siteData } from '../../../shared/lib/pageData';
import { Alert } from '../../../shared/ui/Alert';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { Form } from '../../../shared/ui/Form';
import { useForm } from '../../../shared/ui/useForm';
import { mobileFrom, NOT_MOBILE } from '../lib/mobile';
import { useSendCode } from '../loginMutations';
import { MobileField } from './MobileField';
import { OtpError } from './OtpError';

export interface Entry {
  mobile: string;
  canWhatsapp: boolean;
}

const LABEL = /*i18n*/ 'Get alerts, market tips & course updates on WhatsApp';

interface Props {
  entry: Entry;
  /** What was typed before hydration is reported all at once: each change builds on the one before. */
  onEntry: (change: (before: Entry) => Entry) => void;
  focus: 'mobile' | 'consent' | null;
  /** True while the last OTP to this number is too recent to send another. */
  isOtpRecent: (mobile: string) => boolean;
  onSent: (mobile: string, resendAfter: number | null) => void;
}

export function MobileStep({ entry, onEntry, focus, isOtpRecent, onSent }: Props) {
  const i18n = useI18n();
  const request = useSendCode();
  const { login } = siteData();
  // A label that staff have written is in their language.
  const label = login.consentLabel === LABEL ? i18n._(LABEL) : login.consentLabel;
  const missingId = useId();
  const missing =
    (entry.mobile === '' && i18n._('Enter your 10-digit mobile number')) ||
    (login.consentRequired && !entry.canWhatsapp && i18n._('Tick the box above to continue'));
  const form = useForm(request, (_values, send) => {
    const mobile = mobileFrom(entry.mobile);
    if (mobile === null) return { mobile: i18n._(NOT_MOBILE) };
    if (isOtpRecent(mobile)) onSent(mobile, null);
    else
      send(
        { mobile, canWhatsapp: entry.canWhatsapp },
        { onSuccess: ({ data }) => onSent(mobile, data.resendAfter) },
      );
  });
  return (
    <Form className="stack gap-4" {...form.props}>
      <MobileField
        {...form.field('mobile')}
        defaultValue={entry.mobile}
        autoFocus={focus === 'mobile'}
        onChange={({ target }) => onEntry((before) => ({ ...before, mobile: target.value }))}
      />
      <Checkbox
        label={<span lang={langOf(label, i18n)}>{label}</span>}
        // Browsers restore checkboxes after a reload; consent must be given again.
        autoComplete="off"
        autoFocus={focus === 'consent'}
        checked={entry.canWhatsapp}
        onChange={({ target }) => onEntry((before) => ({ ...before, canWhatsapp: target.checked }))}
      />
      {form.error && (
        <Alert>
          <OtpError error={form.error} fallback="sendCode" />
        </Alert>
      )}
      <Button
        type="submit"
        size="l"
        wide
        loading={request.isPending}
        disabled={Boolean(missing)}
        aria-describedby={missing ? missingId : undefined}
      >
        {i18n._('Continue')}
      </Button>
      {missing && (
        <p id={missingId} className="ink-3 text-xs leading-5">
          {missing}
        </p>
      )}
      <p className="ink-3 text-xs leading-5">
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
    <p className="ink-3 text-xs leading-5">
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
