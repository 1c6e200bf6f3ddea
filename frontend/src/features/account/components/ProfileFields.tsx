import { Field, SelectField, TextareaField } from '../../../shared/ui/Field';
import type { Detail, Draft } from '../lib/details';
import { stateNames } from '../lib/indianStates';
import { spelled } from '../lib/mobile';
import type { User } from '../queries';
import classes from './ProfileForm.module.css';

interface Props {
  user: User;
  unsaved: Draft;
  errors: Draft;
  focus: Detail | undefined;
  onChange: (name: Detail, value: string) => void;
}

export function ProfileFields({ user, unsaved, errors, focus, onChange }: Props) {
  const field = (name: Detail) => ({
    name,
    value: unsaved[name] ?? user[name],
    // The field may have the focus already, and then nothing else would be read out.
    error: errors[name] && <span role="alert">{errors[name]}</span>,
    autoFocus: focus === name,
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  });
  return (
    <div className={classes.fields}>
      <Field label="Name" autoComplete="name" {...field('name')} />
      <dl className={classes.mobile}>
        <dt className={classes.label}>Mobile number</dt>
        <dd className={`${classes.number} tabular`}>{spelled(user.mobile)}</dd>
        <dd className={classes.why}>You log in with this number, so it cannot be changed here.</dd>
      </dl>
      <Field label="E-mail" type="email" autoComplete="email" {...field('email')} />
      <SelectField
        label="State"
        hint="It goes on your invoices and decides which GST they show."
        autoComplete="address-level1"
        {...field('state')}
      >
        <option value="">Not given</option>
        {user.state !== '' && !stateNames.includes(user.state) && <option>{user.state}</option>}
        {stateNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <Field label="Company" autoComplete="organization" {...field('company')} />
      <Field
        label="GSTIN"
        hint="15 characters, where an invoice is for a business."
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
