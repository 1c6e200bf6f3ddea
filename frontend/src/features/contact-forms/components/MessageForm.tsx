import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { clearError } from '../../../shared/lib/clearError';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Button } from '../../../shared/ui/Button';
import { Field, TextareaField } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import {
  type Errors,
  errorsOf,
  FIELDS,
  type FieldName,
  initialDraft,
  missingFields,
  ready,
} from '../lib/draft';
import type { Draft } from '../mutations';
import classes from './MessageForm.module.css';
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
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState(() => initialDraft(member));
  const [errors, setErrors] = useState<Errors>({});
  useRestoreFocus(mutation.isPending, () => button.current?.focus());

  const refuse = (found: Errors) => {
    setErrors(found);
    const first = FIELDS.find((name) => found[name]);
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = missingFields(draft, requiredFields);
    if (Object.keys(missing).length > 0) return refuse(missing);
    setErrors({});
    mutation.mutate(ready(draft), { onSuccess: onSent, onError: (reason) => refuse(errorsOf(reason)) });
  };
  const field = (name: FieldName) => ({
    name,
    id: name,
    value: draft[name],
    required: requiredFields.includes(name),
    error: errors[name] && <span role="alert">{errors[name]}</span>,
    onChange: ({ target: { value } }: { target: { value: string } }) => {
      setDraft((was) => ({ ...was, [name]: value }));
      setErrors(({ [name]: _changed, ...others }) => others);
      clearError(mutation);
    },
  });

  return (
    <section className={classes.root} id="form" aria-labelledby="form-title">
      <h2 className={classes.title} id="form-title">
        {title}
      </h2>
      <p className={classes.promise}>{note}</p>
      <Form ref={form} className={classes.form} noValidate onSubmit={submit}>
        <div className={classes.fields}>
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
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={draft.website}
            onChange={({ target }) => setDraft((was) => ({ ...was, website: target.value }))}
          />
        </label>
        {Object.keys(errors).length === 0 && <SubmissionError error={mutation.error} />}
        <Button ref={button} type="submit" loading={mutation.isPending} className={classes.send}>
          {action}
        </Button>
      </Form>
    </section>
  );
}
