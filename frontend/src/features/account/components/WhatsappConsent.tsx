import { useState } from 'react';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { useChangeWhatsapp } from '../profileMutations';
import type { User } from '../queries';
import classes from './Consents.module.css';
import { RefusalAlert } from './RefusalAlert';

const GIVEN = 'You get alerts, market tips and course updates on WhatsApp from now on.';
const WITHDRAWN = 'Taken back. You get no more alerts, market tips or course updates on WhatsApp.';

/** One press gives the consent or takes it back; the box shows what was asked for until the answer is here. */
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
        label="Get alerts, market tips & course updates on WhatsApp"
        autoComplete="off"
        checked={change.isPending ? wanted : user.canWhatsapp}
        onChange={({ target }) => press(target.checked)}
      />
      <p role="status" className={classes.outcome}>
        {outcome}
      </p>
      <RefusalAlert error={change.error} fallback="saveUser" />
    </div>
  );
}
