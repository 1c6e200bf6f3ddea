import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { useIsHeld } from '../shared/stores/loginDialog';
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
  const isHeld = useIsHeld();
  const row = pathname === missing ? notFoundRow : asked;
  const page = (
    <RouteBoundary key={pathname} isHeld={isHeld} onRetry={reset}>
      <Suspense key={pathname} fallback={<PageSkeleton />}>
        <PageBody row={row} />
      </Suspense>
    </RouteBoundary>
  );
  return <SiteLayout bare={row.bare ?? false}>{row.guarded ? <Guard>{page}</Guard> : page}</SiteLayout>;
}
