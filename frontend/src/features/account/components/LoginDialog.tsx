import { useI18n } from '../../../shared/lib/i18n';
import type { LoginRequest } from '../../../shared/stores/loginDialog';
import { Alert } from '../../../shared/ui/Alert';
import { Dialog } from '../../../shared/ui/Dialog';
import { wantedPage } from '../lib/wantedPage';
import type { User } from '../queries';
import { LoginForm } from './LoginForm';

interface Props {
  request: LoginRequest;
  onClose: () => void;
  onDone: (user: User) => void;
}

export default function LoginDialog({ request, onClose, onDone }: Props) {
  const i18n = useI18n();
  const wanted = wantedPage(request.wanted, i18n);
  return (
    <Dialog
      open
      size="s"
      onOpenChange={onClose}
      ignoresOutside={request.endedFor !== undefined}
      opener={request.opener}
      title={i18n._('Secure Your Spot - Enter Mobile Number to Continue')}
    >
      {request.endedFor !== undefined && (
        <Alert tone="info" className="mb-4">
          {i18n._('You have been logged out. Log in to continue.')}
        </Alert>
      )}
      {wanted && <p className="mb-4">{i18n._('Log in to see {page}', { page: wanted })}</p>}
      <LoginForm takesFocus mobile={request.mobile} onDone={onDone} />
    </Dialog>
  );
}
