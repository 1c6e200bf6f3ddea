import { useRef } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { useRefundLine } from '../changeMutations';
import type { Booked } from '../lib/booked';
import { whenWords } from '../lib/openSessions';
import type { DialogProps } from './ChangeDialog';
import classes from './ChangeDialog.module.css';
import { ChangeFoot } from './ChangeFoot';

interface Props extends DialogProps {
  booked: Booked;
  lineId: string;
}

/** Says what a refund brings about before it is confirmed. */
export function RefundDialog({ booked, lineId, opener, onClose, onDone }: Props) {
  const { mutate, isPending, error } = useRefundLine();
  const confirm = useRef<HTMLButtonElement>(null);
  useFocusKept(isPending, () => confirm.current?.focus());
  const press = () =>
    mutate(lineId, {
      onSuccess: ({ message, data: { refunds } }) => {
        const last = refunds.at(-1);
        const sum =
          last && ` ${formatRupees(last.amount)} is back with you by ${formatDay(last.promisedBy)}.`;
        onDone(`${message}${sum ?? ''}`);
      },
    });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      dismissible={!isPending}
      opener={opener}
      title="Get a refund"
      description={`${booked.title}, ${whenWords(booked)}, was called off.`}
      footer={
        <ChangeFoot error={error} fallback="cancel">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Not now
          </Button>
          <Button ref={confirm} loading={isPending} onClick={press}>
            Confirm
          </Button>
        </ChangeFoot>
      }
    >
      <ul className={classes.lines}>
        <li>What you paid for it goes back the way it came, tax included.</li>
        <li>Your booking ends. This is final.</li>
      </ul>
    </Dialog>
  );
}
