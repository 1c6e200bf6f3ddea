import { Button } from '../../../shared/ui/Button';
import type { BookedItem } from '../lib/bookings';
import type { Changes } from '../lib/changes';
import type { Kind } from '../lib/urlState';

interface Props {
  kind: Kind;
  booked: BookedItem;
  describedBy: string;
  changes: Changes;
}

/** For a seat that cost nothing; nothing for any other. */
export function GiveUpButton({ kind, booked, describedBy, changes: { open, preload } }: Props) {
  const bookingId = booked.giveUpId;
  if (bookingId === null) return null;
  return (
    <Button
      size="s"
      variant="quiet"
      aria-haspopup="dialog"
      aria-describedby={describedBy}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ currentTarget }) =>
        open({ kind, change: 'giveUp', booked, bookingId, opener: currentTarget })
      }
    >
      Give up seat
    </Button>
  );
}
