import { useRef } from 'react';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { useLogOutEverywhere } from '../profileMutations';
import { RefusalAlert } from './RefusalAlert';

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
  useFocusKept(leave.isPending, () => button.current?.focus());
  return (
    <Dialog
      open
      onOpenChange={close}
      size="s"
      title="Log out everywhere?"
      description="This ends your sessions on all phones and computers, this one included. To come back, log in with your mobile number and a code."
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
      <RefusalAlert error={leave.error} fallback="logout" />
    </Dialog>
  );
}
