import type { Ref } from 'react';
import { formatWait, useSecondsLeft } from '../../../shared/lib/countdown';
import { type I18n, useI18n } from '../../../shared/lib/i18n';
import { Button } from '../../../shared/ui/Button';
import * as classes from './LoginForm.module.css';
import type { Sent } from './OtpStep';

interface Props {
  sent: Sent;
  /** When a rate limit ends. */
  blockedUntil: number | null;
  isSending: boolean;
  onResend: () => void;
  /** The button, while it is rendered. */
  ref: Ref<HTMLButtonElement>;
}

/** Counts from the second resend on, so that each change is announced. */
function resentText(resends: number, i18n: I18n): string {
  if (resends === 0) return '';
  return resends === 1 ? i18n._('OTP sent again') : i18n._('OTP sent again ({times})', { times: resends });
}

/** The resend countdown, then the resend button. */
export function ResendOtp({ sent, blockedUntil, isSending, onResend, ref }: Props) {
  const i18n = useI18n();
  const left = useSecondsLeft(Math.max(sent.resendAt, blockedUntil ?? 0));
  return (
    <div
      className={`cluster items-center justify-between gap-1 gap-x-3 touch ink-3 text-s ${classes.resend}`}
    >
      {left > 0 ? (
        <p role="timer" className="tabular">
          {i18n._("Didn't get it? Resend in {wait}", {
            wait: left < 60 ? i18n._('{seconds} s', { seconds: left }) : formatWait(left, i18n),
          })}
        </p>
      ) : (
        <Button ref={ref} variant="quiet" size="s" loading={isSending} onClick={onResend}>
          {i18n._('Resend OTP')}
        </Button>
      )}
      <p role="status">{resentText(sent.resends, i18n)}</p>
    </div>
  );
}
