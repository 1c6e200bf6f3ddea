import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/client';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import type { Write } from '../../../shared/lib/useWrite';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { CodeField, type CodeFieldHandle } from '../../../shared/ui/CodeField';
import { spelled } from '../lib/mobile';
import { useSmsCode } from '../lib/useSmsCode';
import { useSendCode } from '../loginMutations';
import classes from './LoginForm.module.css';
import type { Entry } from './MobileStep';
import { isBurnt, Refusal } from './Refusal';
import { Resend } from './Resend';

const LENGTH = 6;
const NO_DIGITS: string[] = Array.from({ length: LENGTH }, () => '');

export interface Sent {
  mobile: string;
  /** When another code may be asked for. */
  resendAt: number;
  /** How often it was sent again. */
  resends: number;
}

interface Props<Answer> {
  entry: Entry;
  sent: Sent;
  /** What the code is for. */
  verify: Write<{ mobile: string; otp: string }, Answer>;
  onSent: (resendAfter: number) => void;
  /** Missing where the number is settled. */
  onEdit?: () => void;
  onDone: (answer: Answer) => void;
}

export function CodeStep<Answer>({ entry, sent, verify, onSent, onEdit, onDone }: Props<Answer>) {
  const { mobile } = sent;
  const field = useRef<CodeFieldHandle>(null);
  const again = useRef<HTMLButtonElement>(null);
  const [digits, setDigits] = useState(NO_DIGITS);
  const send = useSendCode();
  const code = digits.join('');

  useEffect(() => field.current?.focus(), []);
  useFocusKept(send.isPending, () => (again.current ?? field.current)?.focus());
  const attempt = (otp: string) => {
    if (verify.isPending) return;
    send.reset();
    // Where only another code can help, the way to it comes first.
    const takeUp = (error: unknown) => ((isBurnt(error) && again.current) || field.current)?.focus();
    verify.mutate({ mobile, otp }, { onSuccess: onDone, onError: takeUp });
  };
  useSmsCode(sent.resends, LENGTH, (otp) => {
    setDigits([...otp]);
    attempt(otp);
  });
  const resend = () => {
    verify.reset();
    send.mutate(
      { mobile, canWhatsapp: entry.canWhatsapp },
      {
        onSuccess: ({ data }) => {
          setDigits(NO_DIGITS);
          field.current?.focus();
          onSent(data.resendAfter);
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt(code);
  };

  return (
    <form className={classes.step} noValidate onSubmit={submit}>
      <p className={classes.target}>
        <span>
          Sent to <strong className="tabular">{spelled(mobile)}</strong>
        </span>
        {onEdit && (
          <Button variant="quiet" size="s" onClick={onEdit}>
            Edit
          </Button>
        )}
      </p>
      <CodeField
        ref={field}
        label={`Enter the ${LENGTH}-digit code`}
        digits={digits}
        invalid={verify.error instanceof ApiError && verify.error.status === 400}
        onChange={setDigits}
      />
      {(verify.isError || send.isError) && (
        <Alert>
          {verify.isError && <Refusal error={verify.error} fallback="verifyCode" />}
          {send.isError && <Refusal error={send.error} fallback="sendCode" />}
        </Alert>
      )}
      <Button type="submit" size="l" wide loading={verify.isPending} disabled={code.length < LENGTH}>
        Verify
      </Button>
      <Resend
        ref={again}
        sent={sent}
        refusedUntil={retryAtOf(send.error)}
        isSending={send.isPending}
        onResend={resend}
      />
    </form>
  );
}

const retryAtOf = (error: unknown) => (error instanceof ApiError ? error.retryAt : null);
