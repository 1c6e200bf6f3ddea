import { type FormEvent, useState } from 'react';
import { durationText } from '../../../shared/lib/businessConstants';
import { Button } from '../../../shared/ui/Button';
import { Field, TextareaField } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import { useForm } from '../../../shared/ui/useForm';
import { cleanInput } from '../lib/mobile';
import { type LostNumber, useReportLostNumber } from '../lostNumberMutations';
import { ErrorAlert } from './ErrorAlert';

/** Asks staff to change the number of an account that its owner cannot log in to. */
export function LostNumberForm() {
  const [isComplete, setComplete] = useState(false);
  const report = useReportLostNumber();
  const form = useForm(report, (values: LostNumber, send) => send(values));
  const readCompleteness = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setComplete([...new FormData(currentTarget).values()].every((value) => String(value).trim() !== ''));
  if (report.isSuccess)
    return (
      <div role="status">
        <p>{report.data.message}</p>
        <p>
          If the account is yours, we send a notice to the old number and change it{' '}
          {durationText('lostNumberDelay')} later.
        </p>
      </div>
    );
  const number = { type: 'tel', inputMode: 'numeric', prefix: '+91', onInput: cleanInput } as const;
  return (
    <Form className="stack gap-4" {...form.props} onInput={readCompleteness}>
      <Field {...form.field('name')} label="Your name" autoComplete="name" />
      <Field {...form.field('oldMobile')} {...number} label="Number you lost" autoComplete="off" />
      <Field
        {...form.field('newMobile')}
        {...number}
        label="Number you use now"
        autoComplete="tel-national"
      />
      <Field {...form.field('email')} type="email" label="Email" autoComplete="email" />
      <TextareaField
        {...form.field('proof')}
        label="How can you show that the account is yours?"
        hint="For example an invoice number, or what you bought and when. Never send us an OTP."
      />
      <ErrorAlert error={form.error} fallback="other" />
      <Button type="submit" size="l" wide loading={report.isPending} disabled={!isComplete}>
        Send request
      </Button>
    </Form>
  );
}
