import { useId, useState } from 'react';
import type { Limits } from '../../../shared/api/generated/limits';
import { Field, SelectField, TextareaField } from '../../../shared/ui/Field';
import { stateNames } from '../lib/indianStates';
import type { Billing, BillingField } from '../lib/useBilling';
import * as classes from './BillingFields.module.css';
import { ErrorAlert } from './ErrorAlert';

const LONGEST_NAME: Limits['DetailsInRequest']['name'] = 80;
const LONGEST_COMPANY: Limits['DetailsInRequest']['company'] = 120;
const LONGEST_ADDRESS: Limits['DetailsInRequest']['address'] = 400;

/** Name and state of the buyer and, folded away, those of a business; prefilled from the profile. */
export function BillingFields({ billing }: { billing: Billing }) {
  const { form, values, errors, error, change } = billing;
  // React must not close it while its last letter is being deleted.
  const [isForBusiness] = useState(values.company !== '' || values.gstNo !== '');
  const id = useId();
  const field = (name: BillingField) => ({
    name,
    value: values[name],
    error: errors[name] && <span role="alert">{errors[name]}</span>,
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  });
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 text-m leading-snug">
        Billing details
      </h3>
      <div ref={form} className="stack gap-2">
        <div className={`stack gap-3 items-start ${classes.pair}`}>
          <Field label="Name" autoComplete="name" maxLength={LONGEST_NAME} required {...field('name')} />
          <SelectField label="State" autoComplete="address-level1" required {...field('state')}>
            <option value="">Select a state</option>
            {stateNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        </div>
        <details className={classes.business} open={isForBusiness}>
          <summary className="w-fit touch ink-2 text-s leading-touch">Company and GSTIN (optional)</summary>
          <div className={`stack gap-3 items-start ${classes.pair}`}>
            <Field
              label="Company"
              autoComplete="organization"
              maxLength={LONGEST_COMPANY}
              {...field('company')}
            />
            <Field
              label="GSTIN"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...field('gstNo')}
            />
          </div>
          {values.gstNo.trim() !== '' && (
            <TextareaField
              className="mt-3"
              label="Address"
              hint="As registered for GST. It is on your invoice."
              autoComplete="street-address"
              rows={2}
              maxLength={LONGEST_ADDRESS}
              required
              {...field('address')}
            />
          )}
        </details>
        <ErrorAlert error={error} fallback="saveUser" />
      </div>
      <p className="ink-3 text-xs leading-5">
        For your invoice. We save them in your profile for the next time.
      </p>
    </section>
  );
}
