import type { Limits } from '../../../shared/api/generated/limits';
import { useI18n } from '../../../shared/lib/i18n';
import { Button } from '../../../shared/ui/Button';
import { Field } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import { useForm } from '../../../shared/ui/useForm';
import { useSaveProfile } from '../profileMutations';
import { ErrorAlert } from './ErrorAlert';
import * as classes from './NameForm.module.css';

const MAX_LENGTH: Limits['DetailsInRequest']['name'] = 80;

/** Asks for the name where something cannot be done without it; it is saved in the profile. */
export function NameForm() {
  const i18n = useI18n();
  const save = useSaveProfile();
  const form = useForm(save, (values: { name: string }, send) => {
    const name = values.name.trim();
    return name ? send({ name }) : { name: i18n._('Enter your name.') };
  });
  return (
    <Form className={`stack gap-4 ${classes.root}`} {...form.props}>
      <Field
        {...form.field('name')}
        label={i18n._('Your name')}
        autoComplete="name"
        maxLength={MAX_LENGTH}
        required
      />
      <ErrorAlert error={form.error} fallback="saveUser" />
      <div>
        <Button type="submit" loading={save.isPending}>
          {i18n._('Save name')}
        </Button>
      </div>
    </Form>
  );
}
