import type { Opener } from '../../../shared/ui/Dialog';
import type { SessionBooking } from '../bookingQueries';
import type { ChangeRequest } from '../lib/changes';
import { CancelDialog } from './CancelDialog';
import { GiveUpDialog } from './GiveUpDialog';
import { RefundDialog } from './RefundDialog';
import { SwapDialog } from './SwapDialog';

interface Props {
  request: ChangeRequest;
  /** Gets the focus when the dialog closes. */
  opener: Opener;
  onClose: () => void;
  /** Receives the booking that was moved, if one was. */
  onDone: (message: string, movedId?: string) => void;
}

/** The dialog after 'Swap', 'Reassign', 'Cancel session' or 'Give up seat'; lazily loaded. */
export default function ChangeDialog({ request, ...rest }: Props) {
  switch (request.change) {
    case 'refund':
      return <RefundDialog booked={request.booked} lineId={request.lineId} {...rest} />;
    case 'giveUp':
      return <GiveUpDialog booked={request.booked} bookingId={request.bookingId} {...rest} />;
    case 'cancel':
      return <CancelDialog booking={request.booking} {...rest} />;
    default:
      return <SwapDialog change={request.change} booking={request.booking} {...rest} />;
  }
}

export type DialogProps = Omit<Props, 'request'>;

export interface ChangeProps extends DialogProps {
  booking: SessionBooking;
}
