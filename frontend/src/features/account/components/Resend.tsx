import type { Ref } from 'react';
import { inWords, useSecondsLeft } from '../../../shared/lib/waiting';
import { Button } from '../../../shared/ui/Button';
import type { Sent } from './CodeStep';
import classes from './LoginForm.module.css';

interface Props {
  sent: Sent;
  /** When the server will send again, after it refused to. */
  refusedUntil: number | null;
  isSending: boolean;
  onResend: () => void;
  /** The button, while it is there. */
  ref: Ref<HTMLButtonElement>;
}

/** The wait for another code, then the way to it. */
export function Resend({ sent, refusedUntil, isSending, onResend, ref }: Props) {
  const left = useSecondsLeft(Math.max(sent.resendAt, refusedUntil ?? 0));
  return (
    <div className={classes.resend}>
      {left > 0 ? (
        <p role="timer" className="tabular">
          No code yet? Ask for another in {inWords(left)}.
        </p>
      ) : (
        <Button ref={ref} variant="quiet" size="s" loading={isSending} onClick={onResend}>
          Resend OTP
        </Button>
      )}
      <p role="status">{sent.resends > 0 && `Code sent again (${sent.resends})`}</p>
    </div>
  );
}
