import { type ReactNode, useEffect, useState } from 'react';
import { createPath, Navigate, useLocation } from 'react-router';
import { useAuth } from '../../features/account/queries';
import { useI18n } from '../../shared/lib/i18n';
import { useIsHydrated } from '../../shared/lib/useIsHydrated';
import { loginDialog, useIsLoginRequired } from '../../shared/stores/loginDialog';
import { AppLink } from '../../shared/ui/AppLink';
import { LoadError } from '../page/LoadError';
import { PageHead } from '../page/PageHead';
import { storeLoginTarget } from './loginTarget';
import type { RouteRow } from './routeRow';

/**
 * Renders a protected page for members, while the user query is loading, and behind the login dialog after
 * the session ended on this page. Visitors are redirected home, where the login dialog opens. A check that
 * failed can be repeated.
 */
export function LoginGuard({ row, children }: { row: RouteRow; children: ReactNode }) {
  const { isAuthenticated, isLoading, error, refetch } = useAuth();
  const isLoginRequired = useIsLoginRequired();
  // Who logged out on this page is not asked to log in.
  const [isAsked] = useState(!isAuthenticated);
  if (isAuthenticated || isLoading || isLoginRequired) return children;
  return error ? (
    // It may be a member: nobody is sent away for that.
    <LoadError row={row} error={error} message="Failed to authenticate" onRetry={refetch} />
  ) : (
    <RedirectHome row={row} isAsked={isAsked} />
  );
}

/** The server renders the title, and the way on for who waits for the scripts. */
function RedirectHome({ row: { name, title }, isAsked }: { row: RouteRow; isAsked: boolean }) {
  const target = createPath(useLocation());
  const i18n = useI18n();
  const isHydrated = useIsHydrated();
  useEffect(() => {
    storeLoginTarget(target);
    if (isAsked) loginDialog.openOnHome({ wanted: name });
  }, [target, name, isAsked]);
  return (
    <>
      <PageHead title={title}>
        <AppLink to="/login">{i18n._('Login')}</AppLink>
      </PageHead>
      {isHydrated && <Navigate to="/" replace />}
    </>
  );
}
