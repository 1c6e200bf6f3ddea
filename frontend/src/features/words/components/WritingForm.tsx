import { type FormEvent, useRef, useState } from 'react';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import { Button } from '../../../shared/ui/Button';
import { Field, TextareaField } from '../../../shared/ui/Field';
import { type Errors, errorsOf, FIELDS, type FieldName, firstDraft, missingIn, ready } from '../lib/draft';
import type { Draft } from '../mutations';
import { RefusedWriting } from './RefusedWriting';
import classes from './WritingForm.module.css';

export interface Member {
  name: string;
  mobile: string;
  email: string;
}

interface Write {
  mutate: (draft: Draft, then: { onError: (reason: unknown) => void }) => void;
  isPending: boolean;
  error: unknown;
  reset: () => void;
}

interface Props {
  title: string;
  /** What happens once it is sent. */
  promise: string;
  action: string;
  subject: string;
  needed: readonly FieldName[];
  hasMobile?: boolean;
  member: Member | null;
  write: Write;
}

/** The server writes the same markup before React comes: templates/parts/writing_form.html. */
export function WritingForm({ title, promise, action, subject, needed, hasMobile, member, write }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState(() => firstDraft(member));
  const [errors, setErrors] = useState<Errors>({});
  useFocusKept(write.isPending, () => button.current?.focus());

  const refuse = (found: Errors) => {
    setErrors(found);
    const first = FIELDS.find((name) => found[name]);
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = missingIn(draft, needed);
    if (Object.keys(missing).length > 0) return refuse(missing);
    setErrors({});
    write.mutate(ready(draft), { onError: (reason) => refuse(errorsOf(reason)) });
  };
  const field = (name: FieldName) => ({
    name,
    id: name,
    value: draft[name],
    required: needed.includes(name),
    error: errors[name] && <span role="alert">{errors[name]}</span>,
    onChange: ({ target }: { target: { value: string } }) => {
      setDraft((was) => ({ ...was, [name]: target.value }));
      setErrors(({ [name]: _mended, ...others }) => others);
      write.reset();
    },
  });

  return (
    <section className={classes.root} id="form" aria-labelledby="form-title">
      <h2 className={classes.title} id="form-title">
        {title}
      </h2>
      <p className={classes.promise}>{promise}</p>
      <form ref={form} className={classes.form} noValidate onSubmit={submit}>
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
            label={needed.includes('email') ? 'E-mail' : 'E-mail (optional)'}
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
            hint="Please leave out passwords, PINs and codes: nobody here needs them."
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
        {Object.keys(errors).length === 0 && <RefusedWriting error={write.error} />}
        <Button ref={button} type="submit" loading={write.isPending} className={classes.send}>
          {action}
        </Button>
      </form>
    </section>
  );
}
