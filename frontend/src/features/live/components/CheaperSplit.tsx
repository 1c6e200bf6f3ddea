import { shortRupees } from '../../../shared/lib/money';
import { rupeesOf } from '../../../shared/lib/tax';
import { cheaperSplit } from '../lib/cheaperSplit';
import { basesOf, inPaise } from '../lib/checkoutItem';
import { formatParts } from '../lib/labels';
import { priceOf } from '../lib/plans';
import type { ProgramSession, SessionPlan } from '../queries';

export interface CheaperSplitProps {
  plans: readonly SessionPlan[];
  sessions: readonly ProgramSession[];
}

/** Shown where the same sessions cost less as several bookings. */
export default function CheaperSplit({ plans, sessions }: CheaperSplitProps) {
  const [known, bases] = [inPaise(plans), basesOf(sessions)];
  const split = cheaperSplit(known, bases);
  if (!split) return null;
  const less = rupeesOf(priceOf(known, bases).total - split.total);
  return (
    <p className="col-full ink-2 leading-4 text-note tabular">
      <strong>Another mix would cost less.</strong> Booked separately, as {formatParts(split.parts)} sessions,
      they would cost {shortRupees(less)} less before GST. Each part is a payment of its own.
    </p>
  );
}
