import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useAuth } from '../features/account/queries';
import { rememberLoginTarget } from './loginTarget';

/** Shows a protected page to members, and to everybody while it is not known yet who is asking. */
export function Guard({ children }: { children: ReactNode }) {
  const { isAuthenticated, isLoading } = useAuth();
  return isAuthenticated || isLoading ? children : <SentHome />;
}

function SentHome() {
  const { pathname, search } = useLocation();
  useEffect(() => rememberLoginTarget(pathname + search), [pathname, search]);
  return <Navigate to="/" replace />;
}
