import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useAuth } from '../../features/account/queries';
import { useIsHydrated } from '../../shared/lib/useIsHydrated';
import { useIsLoginRequired } from '../../shared/stores/loginDialog';
import { PageHead } from '../page/PageHead';
import { storeLoginTarget } from './loginTarget';

/**
 * Renders a protected page for members, while the user query is loading, and behind the login dialog after
 * the session ended on this page. Visitors are redirected home.
 */
export function LoginGuard({ title, children }: { title: string; children: ReactNode }) {
  const { isAuthenticated, isLoading } = useAuth();
  const isLoginRequired = useIsLoginRequired();
  return isAuthenticated || isLoading || isLoginRequired ? children : <RedirectHome title={title} />;
}

/** The server renders the title only. */
function RedirectHome({ title }: { title: string }) {
  const { pathname, search } = useLocation();
  const isHydrated = useIsHydrated();
  useEffect(() => storeLoginTarget(pathname + search), [pathname, search]);
  return (
    <>
      <PageHead title={title} />
      {isHydrated && <Navigate to="/" replace />}
    </>
  );
}
