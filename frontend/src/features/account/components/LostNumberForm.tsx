import { type ChangeEvent, type FormEvent, useState } from 'react';
import { ApiError } from '../../../shared/api/client';
import { figureText } from '../../../shared/lib/figures';
import { Button } from '../../../shared/ui/Button';
import { Field, TextareaField } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import { cleanMobile } from '../lib/mobile';
import { type LostNumber, useReportLostNumber } from '../lostNumberMutations';
import { ErrorAlert } from './ErrorAlert';
import classes from './LoginForm.module.css';

const EMPTY: LostNumber = { name: '', oldMobile: '', newMobile: '', email: '', proof: '' };

/** Asks staff to change the number of an account that its owner cannot log in to. */
export function LostNumberForm() {
  const [entry, setEntry] = useState(EMPTY);
  const report = useReportLostNumber();
  const errors = report.error instanceof ApiError ? report.error.errors : {};
  const isIncomplete = Object.values(entry).some((value) => value.trim() === '');
  const field = (name: keyof LostNumber) => ({
    name,
    value: entry[name],
    error: errors[name]?.[0],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setEntry({ ...entry, [name]: name.endsWith('Mobile') ? cleanMobile(target.value) : target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    report.mutate(entry);
  };
  if (report.isSuccess)
    return (
      <div role="status">
        <p>{report.data.message}</p>
        <p>
          If the account is yours, we send a notice to the old number and change it{' '}
          {figureText('lostNumberDelay')} later.
        </p>
      </div>
    );
  const number = { type: 'tel', inputMode: 'numeric', prefix: '+91' } as const;
  return (
    <Form className={classes.step} noValidate onSubmit={submit}>
      <Field {...field('name')} label="Your name" autoComplete="name" />
      <Field {...field('oldMobile')} {...number} label="Number you lost" autoComplete="off" />
      <Field {...field('newMobile')} {...number} label="Number you use now" autoComplete="tel-national" />
      <Field {...field('email')} type="email" label="Email" autoComplete="email" />
      <TextareaField
        {...field('proof')}
        label="How can you show that the account is yours?"
        hint="For example an invoice number, or what you bought and when. Never send us an OTP."
      />
      {Object.keys(errors).length === 0 && <ErrorAlert error={report.error} fallback="other" />}
      <Button type="submit" size="l" wide loading={report.isPending} disabled={isIncomplete}>
        Send request
      </Button>
    </Form>
  );
}
