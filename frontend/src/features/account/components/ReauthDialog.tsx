import { Dialog } from '../../../shared/ui/Dialog';
import type { User } from '../queries';
import { ReauthSteps } from './ReauthSteps';

interface Props {
  user: User;
  onClose: () => void;
  onDone: () => void;
}

export default function ReauthDialog({ user, onClose, onDone }: Props) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="s"
      title="Confirm it's you"
      description="You logged in a while ago. Enter a new OTP to change your email."
    >
      <ReauthSteps user={user} onDone={onDone} />
    </Dialog>
  );
}
