import { useState } from 'react';
import { clearError } from '../../../shared/lib/clearError';
import { useI18n } from '../../../shared/lib/i18n';
import { serverNow } from '../../../shared/lib/pageData';
import { formatMobile } from '../lib/mobile';
import { useVerifyCode } from '../loginMutations';
import type { User } from '../queries';
import { type Entry, MobileStep } from './MobileStep';
import { OtpStep, type Sent } from './OtpStep';

interface Props {
  /** Prefilled if it is known. */
  mobile?: string | undefined;
  /** Whether the form takes the initial focus, as in a dialog. */
  takesFocus?: boolean | undefined;
  onDone?: ((user: User) => void) | undefined;
}

/** Log in and sign up in one form: the mobile number, then the OTP. */
export function LoginForm({ mobile, takesFocus, onDone }: Props) {
  const i18n = useI18n();
  const [entry, setEntry] = useState<Entry>(() => ({
    mobile: mobile ?? '',
    canWhatsapp: false,
  }));
  const [focus, setFocus] = useState(() => firstFocus(takesFocus, mobile));
  const [isCodeStep, setCodeStep] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const verify = useVerifyCode();

  const onOtpSent = (to: string, resendAfter: number | null) => {
    if (resendAfter !== null) {
      const isAgain = isCodeStep && sent !== null;
      setSent({
        mobile: to,
        resendAt: serverNow() + resendAfter * 1000,
        resends: isAgain ? sent.resends + 1 : 0,
      });
    }
    setCodeStep(true);
  };
  const edit = () => {
    clearError(verify);
    setFocus('mobile');
    setCodeStep(false);
  };

  return (
    <div>
      <p role="status" className="visually-hidden">
        {isCodeStep && sent && i18n._('OTP sent to {mobile}', { mobile: formatMobile(sent.mobile) })}
      </p>
      {isCodeStep && sent ? (
        <OtpStep
          entry={entry}
          sent={sent}
          verify={verify}
          onSent={(resendAfter) => onOtpSent(sent.mobile, resendAfter)}
          onEdit={edit}
          onDone={(user) => onDone?.(user)}
        />
      ) : (
        <MobileStep
          entry={entry}
          onEntry={setEntry}
          focus={focus}
          isOtpRecent={(to) => sent?.mobile === to && serverNow() < sent.resendAt}
          onSent={onOtpSent}
        />
      )}
    </div>
  );
}

function firstFocus(
  takesFocus: boolean | undefined,
  mobile: string | undefined,
): 'mobile' | 'consent' | null {
  if (!takesFocus) return null;
  return mobile ? 'consent' : 'mobile';
}
