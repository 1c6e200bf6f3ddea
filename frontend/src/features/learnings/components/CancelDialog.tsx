import { useRef } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { Zone } from '../../../shared/ui/Zone';
import { useCancelSession } from '../changeMutations';
import { ofSession } from '../lib/booked';
import { whenWords } from '../lib/openSessions';
import type { ChangeProps } from './ChangeDialog';
import classes from './ChangeDialog.module.css';
import { ChangeFoot } from './ChangeFoot';
import { ChangeRule } from './ChangeRule';

const CREDIT_LASTS = 90 * 86_400_000;

/** Says what a cancellation brings about before it is confirmed. */
export function CancelDialog({ booking, opener, onClose, onDone }: ChangeProps) {
  const { mutate, isPending, error } = useCancelSession();
  const confirm = useRef<HTMLButtonElement>(null);
  useFocusKept(isPending, () => confirm.current?.focus());
  const booked = ofSession(booking);
  const off = booking.calledOff;
  const press = () =>
    mutate(booking._id, {
      onSuccess: ({ message }) => onDone(`${message} It is among your cancelled sessions.`),
    });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      dismissible={!isPending}
      opener={opener}
      title={off ? 'Take a credit' : 'Cancel session'}
      description={
        <>
          {booked.programTitle}: {booked.title}, {whenWords(booked)}
          <Zone />
        </>
      }
      footer={
        <ChangeFoot error={error} fallback="cancel">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            {off ? 'Not now' : 'Keep it'}
          </Button>
          <Button ref={confirm} variant={off ? 'primary' : 'danger'} loading={isPending} onClick={press}>
            Confirm
          </Button>
        </ChangeFoot>
      }
    >
      <ul className={classes.lines}>
        {off ? <li>It was called off: {off.reason}</li> : <li>Your seat is free for others at once.</li>}
        <li>
          You get a credit for one session of {booked.programTitle}, to be chosen by{' '}
          {formatDay(Date.now() + CREDIT_LASTS)}. It is used once.
        </li>
        <li>No money goes back.{off && ' This is final.'}</li>
        {!off && (
          <li>
            <ChangeRule before={booking.changeBefore} />
          </li>
        )}
      </ul>
    </Dialog>
  );
}
