import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import LoginDialog from '../../features/account/components/LoginDialog';
import { isOfThePage } from '../../features/account/mutations';
import type { User } from '../../features/account/queries';
import { type LoginRequest, loginDialog } from '../../shared/stores/loginDialog';
import { takeLoginTarget } from '../routing/takenLoginTarget';

/** The open login dialog, and what a login in it leads to. */
export default function OpenLogin({ request, onClose }: { request: LoginRequest; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const finish = (user: User) => {
    const target = takeLoginTarget();
    const { endedFor, onDone } = request;
    loginDialog.close();
    if (endedFor) {
      // Another person logged in: nothing of the previous person may be shown.
      if (endedFor !== user._id) void queryClient.resetQueries({ predicate: isOfThePage });
    } else if (onDone) onDone();
    else if (target) navigate(target);
  };
  return <LoginDialog request={request} onClose={onClose} onDone={finish} />;
}
