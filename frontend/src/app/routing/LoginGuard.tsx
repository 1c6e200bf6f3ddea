import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useAuth } from '../../features/account/queries';
import { useI18n } from '../../shared/lib/i18n';
import { useIsHydrated } from '../../shared/lib/useIsHydrated';
import { loginDialog, useIsLoginRequired } from '../../shared/stores/loginDialog';
import { AppLink } from '../../shared/ui/AppLink';
import { PageHead } from '../page/PageHead';
import { storeLoginTarget } from './loginTarget';
import type { RouteRow } from './routeRow';

/**
 * Renders a protected page for members, while the user query is loading, and behind the login dialog after
 * the session ended on this page. Visitors are redirected home, where the login dialog opens.
 */
export function LoginGuard({ row, children }: { row: RouteRow; children: ReactNode }) {
  const { isAuthenticated, isLoading } = useAuth();
  const isLoginRequired = useIsLoginRequired();
  // Who logged out on this page is not asked to log in.
  const [wasMember] = useState(isAuthenticated);
  return isAuthenticated || isLoading || isLoginRequired ? (
    children
  ) : (
    <RedirectHome row={row} isAsked={!wasMember} />
  );
}

/** The server renders the title, and the way on for who waits for the scripts. */
function RedirectHome({ row: { name, title }, isAsked }: { row: RouteRow; isAsked: boolean }) {
  const { pathname, search, hash } = useLocation();
  const i18n = useI18n();
  const isHydrated = useIsHydrated();
  useEffect(() => {
    storeLoginTarget(pathname + search + hash);
    if (isAsked) loginDialog.openOnHome({ wanted: name });
  }, [pathname, search, hash, name, isAsked]);
  return (
    <>
      <PageHead title={title}>
        <AppLink to="/login">{i18n._('Login')}</AppLink>
      </PageHead>
      {isHydrated && <Navigate to="/" replace />}
    </>
  );
}
