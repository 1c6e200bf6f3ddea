import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { useIsLoginRequired } from '../../shared/stores/loginDialog';
import { SiteLayout } from '../layouts/SiteLayout';
import { LoginGuard } from '../routing/LoginGuard';
import type { RouteRow } from '../routing/routeRow';
import { PageBody } from './PageBody';
import { PageSkeleton } from './PageSkeleton';
import { RouteErrorBoundary } from './RouteErrorBoundary';

/** One page inside the site layout, with its loading and error states. */
export function Page({ row, bare }: { row: RouteRow; bare?: boolean | undefined }) {
  const { pathname } = useLocation();
  const { reset } = useQueryErrorResetBoundary();
  const isLoginRequired = useIsLoginRequired();
  const page = (
    <RouteErrorBoundary key={pathname} row={row} isLoginRequired={isLoginRequired} onRetry={reset}>
      <Suspense key={pathname} fallback={<PageSkeleton />}>
        <PageBody row={row} />
      </Suspense>
    </RouteErrorBoundary>
  );
  return (
    <SiteLayout bare={bare} isTranslated={row.translated ?? false}>
      {row.guarded ? <LoginGuard row={row}>{page}</LoginGuard> : page}
    </SiteLayout>
  );
}
