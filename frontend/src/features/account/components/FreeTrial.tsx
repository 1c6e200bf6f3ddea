import { type FormEvent, useRef, useState } from 'react';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import { writtenField } from '../../../shared/lib/written';
import { loginDialog } from '../../../shared/stores/loginDialog';
import { Button } from '../../../shared/ui/Button';
import { mobileFrom, NOT_MOBILE } from '../lib/mobile';
import { useAuth } from '../queries';
import { useAskForTrial } from '../trialMutations';
import classes from './FreeTrial.module.css';
import { MemberTrial } from './MemberTrial';
import { MobileField, mobileErrorOf } from './MobileField';
import { Refusal } from './Refusal';

/** The server writes the same markup before React comes: templates/parts/free_trial.html. */
export function FreeTrial() {
  const { user } = useAuth();
  const [isAsked, setAsked] = useState(false);
  return (
    <section className={`container ${classes.root}`} id="freeTrial">
      <div className={classes.card}>
        <h2 className={classes.title}>Seven days of Pro courses, free</h2>
        <p className={classes.text}>
          The trial opens every course of Pro for a week, once for each mobile number. It holds no live
          sessions and no advice, and nothing is charged when it ends.
        </p>
        {user ? (
          <MemberTrial user={user} wasAsked={isAsked} />
        ) : (
          <VisitorTrial onAsked={() => setAsked(true)} />
        )}
      </div>
    </section>
  );
}

/** The dialog opens without a pause if its script is here by the time the number is typed. */
const warm = () => import(/* webpackChunkName: "login-dialog" */ './LoginDialog').catch(() => undefined);

function VisitorTrial({ onAsked }: { onAsked: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [mobile, setMobile] = useState(() => writtenField('mobile')?.value ?? '');
  const [isWrong, setWrong] = useState(false);
  const ask = useAskForTrial();
  useFocusKept(ask.isPending, () => button.current?.focus());
  const refusal = mobileErrorOf(ask.error) ?? (ask.isError && <Refusal error={ask.error} fallback="other" />);
  const error = isWrong ? NOT_MOBILE : refusal;

  const change = (text: string) => {
    setWrong(false);
    ask.reset();
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
          onAsked();
          loginDialog.open({ mobile: number, opener: button.current });
        },
      });
  };
  return (
    <>
      <form className={classes.form} noValidate onSubmit={submit} onFocus={warm}>
        <MobileField ref={field} value={mobile} error={error} onChange={change} />
        <Button ref={button} type="submit" loading={ask.isPending} className={classes.start}>
          Start Free Trial
        </Button>
      </form>
      <p className={classes.note}>Next we confirm the number with a one-time code.</p>
    </>
  );
}
