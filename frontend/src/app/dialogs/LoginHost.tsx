import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { clearUser, isOfThePage } from '../../features/account/mutations';
import type { User } from '../../features/account/queries';
import { loginDialog, useLoginDialog } from '../../shared/stores/loginDialog';
import { LazyErrorBoundary } from '../../shared/ui/LazyErrorBoundary';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';
import { takeLoginTarget } from '../routing/loginTarget';
import classes from './DialogHost.module.css';

const load = () =>
  import(/* webpackChunkName: "login-dialog" */ '../../features/account/components/LoginDialog');

/** Mounts the login dialog at the root. */
export function LoginHost() {
  const request = useLoginDialog((state) => state.request);
  const { LazyComponent, retry } = useLazyComponent(load);
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const dismiss = () => {
    loginDialog.close();
    if (request?.endedFor) clearUser(queryClient);
  };
  const finish = (user: User) => {
    const target = takeLoginTarget();
    const { endedFor, onDone } = request ?? {};
    loginDialog.close();
    if (endedFor) {
      // Another person logged in: nothing of the previous person may be shown.
      if (endedFor !== user._id) void queryClient.resetQueries({ predicate: isOfThePage });
    } else if (onDone) onDone();
    else if (target) navigate(target);
  };

  // Navigating away closes the dialog. If the session ended while the next page was loading its data, the
  // person stays on that page.
  const leave = useEffectEvent(() => {
    if (!request?.endedFor || navigationType === 'POP') dismiss();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation.
  useEffect(() => () => leave(), [key]);

  return (
    request && (
      <LazyErrorBoundary className={classes.failed} onRetry={retry}>
        <Suspense>
          <LazyComponent request={request} onClose={dismiss} onDone={finish} />
        </Suspense>
      </LazyErrorBoundary>
    )
  );
}
