import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { clearUser } from '../../features/account/mutations';
import { loginDialog, useLoginDialog } from '../../shared/stores/loginDialog';
import { LazyErrorBoundary } from '../../shared/ui/LazyErrorBoundary';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';
import * as classes from './DialogHost.module.css';

const load = () => import(/* webpackChunkName: "login-dialog" */ './OpenLogin');

/** Mounts the login dialog at the root. */
export function LoginHost() {
  const request = useLoginDialog((state) => state.request);
  const { LazyComponent, retry } = useLazyComponent(load);
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const queryClient = useQueryClient();

  const dismiss = () => {
    loginDialog.close();
    if (request?.endedFor) clearUser(queryClient);
  };

  // Navigating away closes the dialog. If the session ended while the next page was loading its data, the
  // person stays on that page.
  const leave = useEffectEvent(() => {
    if (!request?.endedFor || navigationType === 'POP') dismiss();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation.
  useEffect(() => {
    if (pathname === '/') loginDialog.openWaiting();
    return () => leave();
  }, [key]);

  return (
    request && (
      <LazyErrorBoundary className={`surface ${classes.failed}`} onRetry={retry}>
        <Suspense>
          <LazyComponent request={request} onClose={dismiss} />
        </Suspense>
      </LazyErrorBoundary>
    )
  );
}
