import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useAuth } from '../features/account/queries';
import { useIsHeld } from '../shared/stores/loginDialog';
import { rememberLoginTarget } from './loginTarget';

/**
 * Shows a protected page to members, to everybody while it is not known yet who is asking, and behind the
 * login dialog to those whose session ended while they were here.
 */
export function Guard({ children }: { children: ReactNode }) {
  const { isAuthenticated, isLoading } = useAuth();
  const isHeld = useIsHeld();
  return isAuthenticated || isLoading || isHeld ? children : <SentHome />;
}

function SentHome() {
  const { pathname, search } = useLocation();
  useEffect(() => rememberLoginTarget(pathname + search), [pathname, search]);
  return <Navigate to="/" replace />;
}
