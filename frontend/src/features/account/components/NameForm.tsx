import { type FormEvent, useRef, useState } from 'react';
import type { Limits } from '../../../shared/api/generated/limits';
import { useI18n } from '../../../shared/lib/i18n';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Button } from '../../../shared/ui/Button';
import { Field } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import { profileErrors } from '../lib/profile';
import { useSaveProfile } from '../profileMutations';
import { ErrorAlert } from './ErrorAlert';
import classes from './NameForm.module.css';

const MAX_LENGTH: Limits['DetailsInRequest']['name'] = 80;

/** Asks for the name where something cannot be done without it; it is saved in the profile. */
export function NameForm() {
  const i18n = useI18n();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const save = useSaveProfile();
  useRestoreFocus(save.isPending, () => button.current?.focus());
  const refusal = profileErrors(save.error).name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '') field.current?.focus();
    else save.mutate({ name: name.trim() });
  };
  return (
    <Form className={classes.root} noValidate onSubmit={submit}>
      <Field
        ref={field}
        label={i18n._('Your name')}
        name="name"
        autoComplete="name"
        maxLength={MAX_LENGTH}
        required
        value={name}
        error={isMissing ? i18n._('Enter your name.') : refusal}
        onChange={({ target }) => setName(target.value)}
      />
      {!refusal && <ErrorAlert error={save.error} fallback="saveUser" />}
      <div>
        <Button ref={button} type="submit" loading={save.isPending}>
          {i18n._('Save name')}
        </Button>
      </div>
    </Form>
  );
}
