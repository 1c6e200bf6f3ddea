import { useState } from 'react';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { type ConsentField, useChangeConsent } from '../profileMutations';
import type { User } from '../queries';
import * as classes from './Consents.module.css';
import { ErrorAlert } from './ErrorAlert';

interface Props {
  user: User;
  name: ConsentField;
  label: string;
  /** What is said once it is given or withdrawn. */
  given: string;
  withdrawn: string;
}

/** Gives or withdraws a consent. The checkbox shows the new value while the mutation is pending. */
export function ConsentBox({ user, name, label, given, withdrawn }: Props) {
  const change = useChangeConsent();
  const isGiven = user[name] === true;
  const [wanted, setWanted] = useState(isGiven);
  const [outcome, setOutcome] = useState('');
  const press = (isTicked: boolean) => {
    if (change.isPending) return;
    setWanted(isTicked);
    setOutcome('');
    change.mutate({ [name]: isTicked }, { onSuccess: () => setOutcome(isTicked ? given : withdrawn) });
  };
  return (
    <div className={classes.consent}>
      <Checkbox
        label={label}
        autoComplete="off"
        checked={change.isPending ? wanted : isGiven}
        onChange={({ target }) => press(target.checked)}
      />
      <p role="status" className="green text-s">
        {outcome}
      </p>
      <ErrorAlert error={change.error} fallback="saveUser" />
    </div>
  );
}
