import { Dialog } from '../../../shared/ui/Dialog';
import type { User } from '../queries';
import { ProofSteps } from './ProofSteps';

interface Props {
  user: User;
  onClose: () => void;
  onDone: () => void;
}

export default function ProofDialog({ user, onClose, onDone }: Props) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="s"
      title="Confirm it's you"
      description="You logged in a while ago. Enter a new OTP to change your email."
    >
      <ProofSteps user={user} onDone={onDone} />
    </Dialog>
  );
}
