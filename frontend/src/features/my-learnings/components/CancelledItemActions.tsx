import { Button } from '../../../shared/ui/Button';
import type { SessionBooking } from '../bookingQueries';
import type { BookedItem } from '../lib/bookings';
import type { ChangeRequest, Changes } from '../lib/changes';
import type { Kind } from '../lib/urlState';

interface Props {
  kind: Kind;
  booked: BookedItem;
  /** Only sessions can be reassigned or kept as a credit. */
  booking?: SessionBooking;
  describedBy: string;
  changes: Changes;
}

const LABELS = { move: 'Choose another session', credit: 'Take a credit', refund: 'Get a refund' };

/** The choices after staff cancelled an item. */
export function CancelledItemActions({
  kind,
  booked,
  booking,
  describedBy,
  changes: { open, preload },
}: Props) {
  const request = (choice: keyof typeof LABELS, opener: HTMLElement): ChangeRequest | null => {
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
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ currentTarget }) => {
        const params = request(choice, currentTarget);
        if (params) open(params);
      }}
    >
      {LABELS[choice]}
    </Button>
  ));
}
