import { type FormEvent, useState } from 'react';
import { Button } from '../../../shared/ui/Button';
import { spelled } from '../lib/mobile';
import { useSendCode } from '../loginMutations';
import type { User } from '../queries';
import { useProve } from '../sessionMutations';
import { CodeStep, type Sent } from './CodeStep';
import classes from './LoginForm.module.css';
import { RefusalAlert } from './RefusalAlert';

interface Props {
  user: User;
  onDone: () => void;
}

/** An OTP to the person's own number, and the field for it. */
export function ProofSteps({ user: { mobile, canWhatsapp }, onDone }: Props) {
  const [sent, setSent] = useState<Sent | null>(null);
  const send = useSendCode();
  const prove = useProve();
  const noteSent = (resendAfter: number) =>
    setSent({
      mobile,
      resendAt: Date.now() + resendAfter * 1000,
      resends: sent ? sent.resends + 1 : 0,
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate({ mobile, canWhatsapp }, { onSuccess: ({ data }) => noteSent(data.resendAfter) });
  };
  if (sent)
    return (
      <CodeStep
        entry={{ mobile, canWhatsapp }}
        sent={sent}
        verify={prove}
        onSent={noteSent}
        onDone={onDone}
      />
    );
  return (
    <form className={classes.step} noValidate onSubmit={submit}>
      <p className={classes.target}>
        <span>
          We'll send an OTP to <strong className="tabular">{spelled(mobile)}</strong>
        </span>
      </p>
      <RefusalAlert error={send.error} fallback="sendCode" />
      <Button type="submit" size="l" wide loading={send.isPending}>
        Send OTP
      </Button>
    </form>
  );
}
