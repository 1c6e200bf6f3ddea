import { useRef } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { useRefundLine } from '../changeMutations';
import { sessionTimeText } from '../lib/openSessions';
import type { Decision } from '../queries';
import type { DialogProps } from './ChangeDialog';
import { ChangeFooter } from './ChangeFooter';

interface Props extends DialogProps {
  booked: Decision;
  lineId: string;
}

/** Shows the consequences and asks for confirmation. */
export function RefundDialog({ booked, lineId, opener, onClose, onDone }: Props) {
  const { send, isPending, error } = useRefundLine();
  const confirm = useRef<HTMLButtonElement>(null);
  useRestoreFocus(isPending, () => confirm.current?.focus());
  const press = () =>
    send(lineId, ({ message, data: { refunds } }) => {
      const last = refunds.at(-1);
      const sum = last && ` ${formatRupees(last.amount)} will be refunded by ${formatDay(last.promisedBy)}.`;
      onDone(`${message}${sum ?? ''}`);
    });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      dismissible={!isPending}
      opener={opener}
      title="Get a refund"
      description={`${booked.title}, ${sessionTimeText(booked)}, was cancelled by us.`}
      footer={
        <ChangeFooter error={error} fallback="cancel">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Not now
          </Button>
          <Button ref={confirm} loading={isPending} onClick={press}>
            Confirm
          </Button>
        </ChangeFooter>
      }
    >
      <ul className="stack gap-2 ink-2 text-s disc">
        <li>You'll get a full refund, including GST, to your original payment method.</li>
        <li>Your booking ends. This cannot be undone.</li>
      </ul>
    </Dialog>
  );
}
