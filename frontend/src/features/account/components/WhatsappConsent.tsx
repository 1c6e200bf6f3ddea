import { useState } from 'react';
import { siteData } from '../../../shared/lib/pageData';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { useChangeWhatsapp } from '../profileMutations';
import type { User } from '../queries';
import classes from './Consents.module.css';
import { ErrorAlert } from './ErrorAlert';

const GIVEN = "You'll now get alerts, market tips and course updates on WhatsApp.";
const WITHDRAWN =
  'Consent withdrawn. You will no longer get alerts, market tips or course updates on WhatsApp.';

/** Gives or withdraws the consent. The checkbox shows the new value while the mutation is pending. */
export function WhatsappConsent({ user }: { user: User }) {
  const change = useChangeWhatsapp();
  const [wanted, setWanted] = useState(user.canWhatsapp);
  const [outcome, setOutcome] = useState('');
  const press = (isTicked: boolean) => {
    if (change.isPending) return;
    setWanted(isTicked);
    setOutcome('');
    change.mutate(isTicked, { onSuccess: () => setOutcome(isTicked ? GIVEN : WITHDRAWN) });
  };
  return (
    <div className={classes.whatsapp}>
      <Checkbox
        label={siteData().login.consentLabel}
        autoComplete="off"
        checked={change.isPending ? wanted : user.canWhatsapp}
        onChange={({ target }) => press(target.checked)}
      />
      <p role="status" className={classes.outcome}>
        {outcome}
      </p>
      <ErrorAlert error={change.error} fallback="saveUser" />
    </div>
  );
}
