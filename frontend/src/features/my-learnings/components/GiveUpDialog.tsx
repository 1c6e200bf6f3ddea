import { useRef } from 'react';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { useGiveUpSeat } from '../changeMutations';
import type { BookedItem } from '../lib/bookings';
import { sessionTimeText } from '../lib/openSessions';
import type { DialogProps } from './ChangeDialog';
import { ChangeFooter } from './ChangeFooter';

interface Props extends DialogProps {
  booked: BookedItem;
  bookingId: string;
}

/** Shows the consequences and asks for confirmation. */
export function GiveUpDialog({ booked, bookingId, opener, onClose, onDone }: Props) {
  const { send, isPending, error } = useGiveUpSeat();
  const confirm = useRef<HTMLButtonElement>(null);
  useRestoreFocus(isPending, () => confirm.current?.focus());
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      dismissible={!isPending}
      opener={opener}
      title="Give up seat"
      description={
        <>
          {booked.title}, {sessionTimeText(booked)}
          <TimeZone />
        </>
      }
      footer={
        <ChangeFooter error={error} fallback="other">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Keep seat
          </Button>
          <Button
            ref={confirm}
            variant="danger"
            loading={isPending}
            onClick={() => send(bookingId, ({ message }) => onDone(message))}
          >
            Give up seat
          </Button>
        </ChangeFooter>
      }
    >
      <ul className="stack gap-2 ink-2 text-s disc">
        <li>Your booking ends, and your seat goes to somebody else.</li>
        <li>You paid nothing, so there is nothing to refund.</li>
        <li>If you change your mind, you can book again while seats are free.</li>
      </ul>
    </Dialog>
  );
}
