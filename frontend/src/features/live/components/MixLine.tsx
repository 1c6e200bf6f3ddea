import { rupeesOf } from '../../../shared/lib/tax';
import { basesOf, inPaise } from '../lib/checkoutItem';
import { cheaperMix } from '../lib/mix';
import { priceOf } from '../lib/plans';
import { partsInWords, shortRupees } from '../lib/words';
import type { ProgramSession, SessionPlan } from '../queries';
import classes from './PickerSummary.module.css';

export interface MixProps {
  plans: readonly SessionPlan[];
  sessions: readonly ProgramSession[];
}

/** Says so where the same sessions would cost less, booked in several goes. */
export default function MixLine({ plans, sessions }: MixProps) {
  const [known, bases] = [inPaise(plans), basesOf(sessions)];
  const mix = cheaperMix(known, bases);
  if (!mix) return null;
  const less = rupeesOf(priceOf(known, bases).total - mix.total);
  return (
    <p className={`${classes.mix} tabular`}>
      Booked separately, as {partsInWords(mix.parts)} sessions, they would cost {shortRupees(less)} less
      before tax.
    </p>
  );
}
