import { useEffect, useRef, useState } from 'react';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Button } from '../../../shared/ui/Button';
import { formatMobile } from '../lib/mobile';
import { trialText } from '../lib/trial';
import type { User } from '../queries';
import { useStartTrial } from '../trialMutations';
import { OtpError } from './OtpError';

interface Props {
  user: User;
  /** The person has just logged in to start the trial. */
  wasRequested: boolean;
}

export default function MemberTrial({ user, wasRequested }: Props) {
  const outcome = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const start = useStartTrial();
  useRestoreFocus(start.isPending, () => button.current?.focus());
  const [isRequested, setRequested] = useState(wasRequested);
  const line =
    trialText(user) ??
    (isRequested ? 'No trial was started: this number has already used its free trial.' : null);
  useEffect(() => {
    // The previously focused element was removed.
    if (isRequested) outcome.current?.focus();
  }, [isRequested]);
  const begin = () => start.mutate(user.mobile, { onSuccess: () => setRequested(true) });
  if (line !== null) {
    return (
      <p ref={outcome} tabIndex={-1} className="measure mt-5 weight-550 no-ring">
        {line}
      </p>
    );
  }
  return (
    <>
      <p className="mt-5">
        <Button ref={button} loading={start.isPending} onClick={begin}>
          Start Free Trial
        </Button>
      </p>
      {start.isError && (
        <p role="alert" className="mt-3 red text-s">
          <OtpError error={start.error} fallback="other" />
        </p>
      )}
      <p className="mt-3 ink-2 text-s">
        Your trial starts immediately, for your number {formatMobile(user.mobile)}.
      </p>
    </>
  );
}
