import { type FormEvent, useRef, useState } from 'react';
import { clearError } from '../../../shared/lib/clearError';
import { figureText } from '../../../shared/lib/figures';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { loginDialog } from '../../../shared/stores/loginDialog';
import { Button } from '../../../shared/ui/Button';
import { Form } from '../../../shared/ui/Form';
import { mobileFrom, NOT_MOBILE } from '../lib/mobile';
import { useAuth } from '../queries';
import { useRequestTrial } from '../trialMutations';
import classes from './FreeTrial.module.css';
import { MemberTrial } from './MemberTrial';
import { MobileField, mobileErrorFrom } from './MobileField';
import { OtpError } from './OtpError';

/** Hidden from members with Pro. Who has just requested the trial reads that Pro includes it. */
export function FreeTrial() {
  const { user } = useAuth();
  const [wasRequested, setRequested] = useState(false);
  if (user?.trial.status === 'included' && !wasRequested) return null;
  return (
    <section className={`container ${classes.root}`} id="freeTrial">
      <div className={classes.card}>
        <h2 className={classes.title}>{figureText('trialLength')} of Pro courses, free</h2>
        <p className={classes.text}>
          The trial unlocks every Pro course, once per mobile number. Live sessions and advice are not
          included, and nothing is charged when it ends.
        </p>
        {user ? (
          <MemberTrial user={user} wasRequested={wasRequested} />
        ) : (
          <VisitorTrial onRequested={() => setRequested(true)} />
        )}
      </div>
    </section>
  );
}

/** Preloads the login dialog while the number is typed. */
const warm = () => import(/* webpackChunkName: "login-dialog" */ './LoginDialog').catch(() => undefined);

function VisitorTrial({ onRequested }: { onRequested: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [mobile, setMobile] = useState('');
  const [isWrong, setWrong] = useState(false);
  const ask = useRequestTrial();
  useRestoreFocus(ask.isPending, () => button.current?.focus());
  const refusal =
    mobileErrorFrom(ask.error) ?? (ask.isError && <OtpError error={ask.error} fallback="other" />);
  const error = isWrong ? NOT_MOBILE : refusal;

  const change = (text: string) => {
    setWrong(false);
    clearError(ask);
    setMobile(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = mobileFrom(mobile);
    setWrong(number === null);
    if (number === null) field.current?.focus();
    else
      ask.mutate(number, {
        onSuccess: () => {
          onRequested();
          loginDialog.open({ mobile: number, opener: button.current });
        },
      });
  };
  return (
    <>
      <Form className={classes.form} noValidate onSubmit={submit} onFocus={warm}>
        <MobileField ref={field} value={mobile} error={error} onChange={change} />
        <Button ref={button} type="submit" loading={ask.isPending} className={classes.start}>
          Start Free Trial
        </Button>
      </Form>
      <p className={classes.note}>We'll send an OTP to confirm your number.</p>
    </>
  );
}
