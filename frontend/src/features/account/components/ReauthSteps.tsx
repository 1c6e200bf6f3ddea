import { useState } from 'react';
import { serverNow } from '../../../shared/lib/pageData';
import { Button } from '../../../shared/ui/Button';
import { Form } from '../../../shared/ui/Form';
import { useForm } from '../../../shared/ui/useForm';
import { formatMobile } from '../lib/mobile';
import { useSendCode } from '../loginMutations';
import type { User } from '../queries';
import { useReauthenticate } from '../sessionMutations';
import { ErrorAlert } from './ErrorAlert';
import * as classes from './LoginForm.module.css';
import { OtpStep, type Sent } from './OtpStep';

interface Props {
  user: User;
  onDone: () => void;
}

/** Sends an OTP to the person's own number and verifies it. */
export function ReauthSteps({ user: { mobile, canWhatsapp }, onDone }: Props) {
  const [sent, setSent] = useState<Sent | null>(null);
  const request = useSendCode();
  const reauthenticate = useReauthenticate();
  const onOtpSent = (resendAfter: number) =>
    setSent({
      mobile,
      resendAt: serverNow() + resendAfter * 1000,
      resends: sent ? sent.resends + 1 : 0,
    });
  const form = useForm(request, (_values, send) =>
    send({ mobile, canWhatsapp }, { onSuccess: ({ data }) => onOtpSent(data.resendAfter) }),
  );
  if (sent)
    return (
      <OtpStep
        entry={{ mobile, canWhatsapp }}
        sent={sent}
        verify={reauthenticate}
        onSent={onOtpSent}
        onDone={onDone}
      />
    );
  return (
    <Form className="stack gap-4" {...form.props}>
      <p className={`cluster items-center justify-between ink-2 text-s ${classes.target}`}>
        <span>
          We'll send an OTP to <strong className="tabular">{formatMobile(mobile)}</strong>
        </span>
      </p>
      <ErrorAlert error={form.error} fallback="sendCode" />
      <Button type="submit" size="l" wide loading={request.isPending}>
        Send OTP
      </Button>
    </Form>
  );
}
