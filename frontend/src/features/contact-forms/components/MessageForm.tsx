import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from '../../../shared/ui/Button';
import { Field, TextareaField } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import { useForm } from '../../../shared/ui/useForm';
import { type FieldName, missingFields, ready } from '../lib/draft';
import type { Draft } from '../mutations';
import * as classes from './MessageForm.module.css';
import { SubmissionError } from './SubmissionError';

export interface Member {
  name: string;
  mobile: string;
  email: string;
}

interface Props<Data> {
  title: string;
  /** What happens after the form is sent. */
  note: string;
  action: string;
  subject: string;
  requiredFields: readonly FieldName[];
  hasMobile?: boolean;
  member: Member | null;
  mutation: UseMutationResult<Data, Error, Draft>;
  onSent: (data: Data) => void;
}

export function MessageForm<Data>({
  title,
  note,
  action,
  subject,
  requiredFields,
  hasMobile,
  member,
  mutation,
  onSent,
}: Props<Data>) {
  const form = useForm(mutation, (values: Omit<Draft, 'mobile'>, send) => {
    // A member's number is sent where the form does not ask for it.
    const draft: Draft = { mobile: member?.mobile ?? '', ...values };
    const missing = missingFields(draft, requiredFields);
    if (Object.keys(missing).length > 0) return missing;
    return send(ready(draft), { onSuccess: onSent });
  });
  const field = (name: FieldName) => ({
    ...form.field(name),
    id: name,
    defaultValue: member?.[name as keyof Member],
    required: requiredFields.includes(name),
  });

  return (
    <section className={`surface print-hidden ${classes.root}`} id="form" aria-labelledby="form-title">
      <h2 className="text-l" id="form-title">
        {title}
      </h2>
      <p className="measure mt-2 ink-2">{note}</p>
      <Form className={`stack gap-5 mt-5 ${classes.form}`} {...form.props}>
        <div className={`stack gap-5 items-start ${classes.fields}`}>
          <Field label="Your name" autoComplete="name" {...field('name')} />
          {hasMobile && (
            <Field
              label="Mobile number"
              prefix="+91"
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              {...field('mobile')}
            />
          )}
          <Field
            label={requiredFields.includes('email') ? 'Email' : 'Email (optional)'}
            type="email"
            autoComplete="email"
            {...field('email')}
          />
          <Field label={subject} autoComplete="off" {...field('subject')} />
          <TextareaField
            label="Message"
            rows={7}
            dir="auto"
            className={classes.wide}
            hint="Please do not share passwords, PINs or OTPs: we never need them."
            {...field('message')}
          />
        </div>
        <label className={classes.trap} aria-hidden="true">
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
        <SubmissionError error={form.error} />
        <Button type="submit" loading={mutation.isPending} className={classes.send}>
          {action}
        </Button>
      </Form>
    </section>
  );
}
