import { useRef } from 'react';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { useLogOutEverywhere } from '../profileMutations';
import { ErrorAlert } from './ErrorAlert';

interface Props {
  onClose: () => void;
  onDone: (message: string) => void;
}

export default function LogOutEverywhereDialog({ onClose, onDone }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const leave = useLogOutEverywhere(onDone);
  const close = () => {
    if (!leave.isPending) onClose();
  };
  useRestoreFocus(leave.isPending, () => button.current?.focus());
  return (
    <Dialog
      open
      onOpenChange={close}
      size="s"
      title="Log out everywhere?"
      description="This logs you out on all phones and computers, including this one. To log in again, use your mobile number and an OTP."
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button ref={button} loading={leave.isPending} onClick={() => leave.mutate()}>
            Log out everywhere
          </Button>
        </>
      }
    >
      <ErrorAlert error={leave.error} fallback="logout" />
    </Dialog>
  );
}
