import { Button } from '../../../shared/ui/Button';
import type { SessionBooking } from '../bookedQueries';
import type { Kind } from '../lib/asked';
import type { Booked } from '../lib/booked';
import type { Changes, Wanted } from '../lib/changes';

interface Props {
  kind: Kind;
  booked: Booked;
  /** Sessions alone can be moved, or kept as a credit. */
  booking?: SessionBooking;
  describedBy: string;
  changes: Changes;
}

const LABELS = { move: 'Choose another session', credit: 'Take a credit', refund: 'Get a refund' };

/** What can become of a thing that the provider called off. */
export function CalledOffButtons({ kind, booked, booking, describedBy, changes: { ask, expect } }: Props) {
  const wanted = (choice: keyof typeof LABELS, opener: HTMLElement): Wanted | null => {
    const lineId = booked.calledOff?.refundLineId;
    if (choice === 'refund') return lineId ? { kind, change: 'refund', booked, lineId, opener } : null;
    return booking ? { kind, change: choice === 'move' ? 'swap' : 'cancel', booking, opener } : null;
  };
  return booked.calledOff?.choices.map((choice) => (
    <Button
      key={choice}
      variant="secondary"
      aria-haspopup="dialog"
      aria-describedby={describedBy}
      onPointerEnter={expect}
      onFocus={expect}
      onClick={({ currentTarget }) => {
        const asked = wanted(choice, currentTarget);
        if (asked) ask(asked);
      }}
    >
      {LABELS[choice]}
    </Button>
  ));
}
