import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/client';
import { clearError } from '../../../shared/lib/clearError';
import { useI18n } from '../../../shared/lib/i18n';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { Form } from '../../../shared/ui/Form';
import { OtpField, type OtpFieldHandle } from '../../../shared/ui/OtpField';
import { useForm } from '../../../shared/ui/useForm';
import { formatMobile } from '../lib/mobile';
import { useSmsCode } from '../lib/useSmsCode';
import { useSendCode } from '../loginMutations';
import { codeStatus } from '../loginQueries';
import * as classes from './LoginForm.module.css';
import type { Entry } from './MobileStep';
import { isOtpExhausted, OtpError } from './OtpError';
import { ResendOtp } from './ResendOtp';

const LENGTH = 6;
const NO_DIGITS: string[] = Array.from({ length: LENGTH }, () => '');

export interface Sent {
  mobile: string;
  /** When another OTP may be requested. */
  resendAt: number;
  /** How often it was resent. */
  resends: number;
}

interface Props<Data> {
  entry: Entry;
  sent: Sent;
  /** What the OTP is for. */
  verify: UseMutationResult<Data, Error, { mobile: string; otp: string }>;
  onSent: (resendAfter: number) => void;
  /** Absent where the number cannot be changed. */
  onEdit?: () => void;
  onDone: (data: Data) => void;
}

export function OtpStep<Data>({ entry, sent, verify, onSent, onEdit, onDone }: Props<Data>) {
  const i18n = useI18n();
  const { mobile } = sent;
  const field = useRef<OtpFieldHandle>(null);
  const again = useRef<HTMLButtonElement>(null);
  const [digits, setDigits] = useState(NO_DIGITS);
  const send = useSendCode();
  const { message: news } = useQuery(codeStatus(sent.resendAt)).data;
  const code = digits.join('');

  useEffect(() => field.current?.focus(), []);
  useRestoreFocus(send.isPending, () => (again.current ?? field.current)?.focus());
  const form = useForm(verify, () => attempt(code));
  const attempt = (otp: string): undefined => {
    clearError(send);
    // Where only a new OTP can help, Resend gets the focus.
    const moveFocus = (error: unknown) =>
      ((isOtpExhausted(error) && again.current) || field.current)?.focus();
    form.send({ mobile, otp }, { onSuccess: onDone, onError: moveFocus });
  };
  useSmsCode(sent.resends, LENGTH, (otp) => {
    setDigits([...otp]);
    attempt(otp);
  });
  const resend = () => {
    clearError(verify);
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

  return (
    // What is wrong with the OTP stays until another is sent.
    <Form className="stack gap-4" {...form.props} onChange={undefined}>
      <p className={`cluster items-center justify-between ink-2 text-s ${classes.target}`}>
        <span>
          {i18n._('Sent to')} <strong className="tabular">{formatMobile(mobile)}</strong>
        </span>
        {onEdit && (
          <Button variant="quiet" size="s" onClick={onEdit}>
            {i18n._('Edit')}
          </Button>
        )}
      </p>
      <OtpField
        ref={field}
        label={i18n._('Enter the {digits}-digit OTP', { digits: LENGTH })}
        digits={digits}
        invalid={verify.error instanceof ApiError && verify.error.status === 400}
        onChange={setDigits}
      />
      {(verify.isError || send.isError) && (
        <Alert>
          {verify.isError && <OtpError error={verify.error} fallback="verifyCode" />}
          {send.isError && <OtpError error={send.error} fallback="sendCode" />}
        </Alert>
      )}
      {news && !verify.isError && !send.isError && <Alert tone="warning">{news}</Alert>}
      <Button type="submit" size="l" wide loading={verify.isPending} disabled={code.length < LENGTH}>
        {i18n._('Verify')}
      </Button>
      <ResendOtp
        ref={again}
        sent={sent}
        blockedUntil={retryAtOf(send.error)}
        isSending={send.isPending}
        onResend={resend}
      />
    </Form>
  );
}

const retryAtOf = (error: unknown) => (error instanceof ApiError ? error.retryAt : null);
