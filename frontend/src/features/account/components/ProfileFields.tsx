import { Field, SelectField, TextareaField } from '../../../shared/ui/Field';
import type { useForm } from '../../../shared/ui/useForm';
import { stateNames } from '../lib/indianStates';
import { formatMobile } from '../lib/mobile';
import type { Draft, ProfileField } from '../lib/profile';
import type { User } from '../queries';
import { EmailConfirmation } from './EmailConfirmation';
import * as classes from './ProfileForm.module.css';

interface Props {
  user: User;
  unsaved: Draft;
  field: ReturnType<typeof useForm>['field'];
  onChange: (name: ProfileField, value: string) => void;
}

export function ProfileFields({ user, unsaved, onChange, ...form }: Props) {
  const field = (name: ProfileField) => ({
    ...form.field(name),
    value: unsaved[name] ?? user[name],
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  });
  return (
    <div className={`stack items-start gap-5 ${classes.fields}`}>
      <Field label="Name" autoComplete="name" {...field('name')} />
      <dl className="stack gap-2">
        <dt className="text-s weight-550 leading-snug">Mobile number</dt>
        <dd className={`row items-center ${classes.number} tabular`}>{formatMobile(user.mobile)}</dd>
        <dd className="ink-3 text-xs leading-5">
          You log in with this number, so it cannot be changed here.
        </dd>
      </dl>
      <div className="stack gap-2 min-w-0">
        <Field label="Email" type="email" autoComplete="email" {...field('email')} />
        {user.email && !user.emailConfirmed && unsaved.email === undefined && (
          <EmailConfirmation key={user.email} email={user.email} />
        )}
      </div>
      <SelectField
        label="State"
        hint="It appears on your invoices and decides which GST applies."
        autoComplete="address-level1"
        {...field('state')}
      >
        <option value="">Select a state</option>
        {user.state !== '' && !stateNames.includes(user.state) && <option>{user.state}</option>}
        {stateNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <Field label="Company" autoComplete="organization" {...field('company')} />
      <Field
        label="GSTIN"
        hint="15 characters, for business invoices."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('gstNo')}
      />
      <TextareaField
        label="Address"
        autoComplete="street-address"
        rows={3}
        className={classes.address}
        {...field('address')}
      />
    </div>
  );
}
