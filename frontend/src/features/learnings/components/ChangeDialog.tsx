import type { Opener } from '../../../shared/ui/Dialog';
import type { SessionBooking } from '../bookedQueries';
import type { Wanted } from '../lib/changes';
import { CancelDialog } from './CancelDialog';
import { RefundDialog } from './RefundDialog';
import { SwapDialog } from './SwapDialog';

interface Props {
  wanted: Wanted;
  /** Gets the focus back. */
  opener: Opener;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** The step after 'Swap', 'Reassign' or 'Cancel session'; it comes when somebody turns to these. */
export default function ChangeDialog({ wanted, ...rest }: Props) {
  switch (wanted.change) {
    case 'refund':
      return <RefundDialog booked={wanted.booked} lineId={wanted.lineId} {...rest} />;
    case 'cancel':
      return <CancelDialog booking={wanted.booking} {...rest} />;
    default:
      return <SwapDialog change={wanted.change} booking={wanted.booking} {...rest} />;
  }
}

export type DialogProps = Omit<Props, 'wanted'>;

export interface ChangeProps extends DialogProps {
  booking: SessionBooking;
}
