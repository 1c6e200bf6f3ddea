import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useAuth } from '../../features/account/queries';
import { useIsLoginRequired } from '../../shared/stores/loginDialog';
import { storeLoginTarget } from './loginTarget';

/**
 * Renders a protected page for members, while the user query is loading, and behind the login dialog after
 * the session ended on this page. Visitors are redirected home.
 */
export function LoginGuard({ children }: { children: ReactNode }) {
  const { isAuthenticated, isLoading } = useAuth();
  const isLoginRequired = useIsLoginRequired();
  return isAuthenticated || isLoading || isLoginRequired ? children : <RedirectHome />;
}

function RedirectHome() {
  const { pathname, search } = useLocation();
  useEffect(() => storeLoginTarget(pathname + search), [pathname, search]);
  return <Navigate to="/" replace />;
}
