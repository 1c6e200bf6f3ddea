import { useEffect, useRef, useState } from 'react';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import { Button } from '../../../shared/ui/Button';
import { spelled } from '../lib/mobile';
import { trialLine } from '../lib/trial';
import type { User } from '../queries';
import { useStartTrial } from '../trialMutations';
import classes from './FreeTrial.module.css';
import { Refusal } from './Refusal';

interface Props {
  user: User;
  /** The person logged in for the trial just now. */
  wasAsked: boolean;
}

export function MemberTrial({ user, wasAsked }: Props) {
  const outcome = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const start = useStartTrial();
  useFocusKept(start.isPending, () => button.current?.focus());
  const [isAsked, setAsked] = useState(wasAsked);
  const line = trialLine(user) ?? (isAsked ? 'No trial was started: this number has had it already.' : null);
  useEffect(() => {
    // What had the focus is gone by now.
    if (isAsked) outcome.current?.focus();
  }, [isAsked]);
  const begin = () => start.mutate(user.mobile, { onSuccess: () => setAsked(true) });
  if (line !== null) {
    return (
      <p ref={outcome} tabIndex={-1} className={classes.outcome}>
        {line}
      </p>
    );
  }
  return (
    <>
      <p className={classes.own}>
        <Button ref={button} loading={start.isPending} onClick={begin}>
          Start Free Trial
        </Button>
      </p>
      {start.isError && (
        <p role="alert" className={classes.refusal}>
          <Refusal error={start.error} fallback="other" />
        </p>
      )}
      <p className={classes.note}>It starts at once, for your number {spelled(user.mobile)}.</p>
    </>
  );
}
