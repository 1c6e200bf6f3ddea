import type { Ref } from 'react';
import { formatWait, useSecondsLeft } from '../../../shared/lib/countdown';
import { Button } from '../../../shared/ui/Button';
import classes from './LoginForm.module.css';
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
function resentText(resends: number): string {
  if (resends === 0) return '';
  return resends === 1 ? 'OTP sent again' : `OTP sent again (${resends})`;
}

/** The resend countdown, then the resend button. */
export function ResendOtp({ sent, blockedUntil, isSending, onResend, ref }: Props) {
  const left = useSecondsLeft(Math.max(sent.resendAt, blockedUntil ?? 0));
  return (
    <div className={classes.resend}>
      {left > 0 ? (
        <p role="timer" className="tabular">
          Didn't get it? Resend in {left < 60 ? `${left} s` : formatWait(left)}
        </p>
      ) : (
        <Button ref={ref} variant="quiet" size="s" loading={isSending} onClick={onResend}>
          Resend OTP
        </Button>
      )}
      <p role="status">{resentText(sent.resends)}</p>
    </div>
  );
}
