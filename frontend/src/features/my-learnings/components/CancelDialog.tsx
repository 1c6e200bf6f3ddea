import { useRef } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { useCancelSession } from '../changeMutations';
import { itemFromSession } from '../lib/bookings';
import { sessionTimeText } from '../lib/openSessions';
import type { ChangeProps } from './ChangeDialog';
import { ChangeFooter } from './ChangeFooter';
import { ChangeRule } from './ChangeRule';

/** Shows the consequences and asks for confirmation. */
export function CancelDialog({ booking, opener, onClose, onDone }: ChangeProps) {
  const { send, isPending, error } = useCancelSession();
  const confirm = useRef<HTMLButtonElement>(null);
  useRestoreFocus(isPending, () => confirm.current?.focus());
  const booked = itemFromSession(booking);
  const off = booking.calledOff;
  const press = () =>
    send(booking._id, ({ message }) => onDone(`${message} You'll find it under Cancelled sessions.`));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      dismissible={!isPending}
      opener={opener}
      title={off ? 'Take a credit' : 'Cancel session'}
      description={
        <>
          {booked.programTitle}: {booked.title}, {sessionTimeText(booked)}
          <TimeZone />
        </>
      }
      footer={
        <ChangeFooter error={error} fallback="cancel">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            {off ? 'Not now' : 'Keep session'}
          </Button>
          <Button ref={confirm} variant={off ? 'primary' : 'danger'} loading={isPending} onClick={press}>
            Confirm
          </Button>
        </ChangeFooter>
      }
    >
      <ul className="stack gap-2 ink-2 text-s disc">
        {off ? (
          <li>Cancelled by us: {off.reason}</li>
        ) : (
          <li>Your seat becomes available to others immediately.</li>
        )}
        <li>
          You get a credit for one session of {booked.programTitle}.
          {booking.creditWouldEndOn && ` Use it by ${formatDay(booking.creditWouldEndOn)}.`} You can use it
          once.
        </li>
        <li>This is not a refund.{off && ' This cannot be undone.'}</li>
        {!off && (
          <li>
            <ChangeRule before={booking.changeBefore} />
          </li>
        )}
      </ul>
    </Dialog>
  );
}
