import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { Guard } from './Guard';
import { SiteLayout } from './layouts/SiteLayout';
import { PageBody } from './PageBody';
import { PageSkeleton } from './PageSkeleton';
import { RouteBoundary } from './RouteBoundary';
import type { RouteRow } from './routeRow';
import { notFoundRow } from './routing';

interface Props {
  row: RouteRow;
  missing: string | null;
}

/** One screen inside the site's frame, with what it shows while it loads and when it fails. */
export function Page({ row: asked, missing }: Props) {
  const { pathname } = useLocation();
  const { reset } = useQueryErrorResetBoundary();
  const row = pathname === missing ? notFoundRow : asked;
  return (
    <SiteLayout bare={row.bare ?? false}>
      <RouteBoundary key={pathname} onRetry={reset}>
        <Suspense key={pathname} fallback={<PageSkeleton />}>
          {row.guarded ? (
            <Guard>
              <PageBody row={row} />
            </Guard>
          ) : (
            <PageBody row={row} />
          )}
        </Suspense>
      </RouteBoundary>
    </SiteLayout>
  );
}
