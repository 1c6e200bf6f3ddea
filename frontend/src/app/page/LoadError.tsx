import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fallbacks } from '../../shared/api/messages';
import { isChunkError } from '../../shared/lib/chunks';
import { useIsOnline } from '../../shared/lib/connection';
import { ErrorState } from '../../shared/ui/ErrorState';
import type { RouteRow } from '../routing/routeRow';
import { PageHead } from './PageHead';

interface Props {
  row: RouteRow;
  error: unknown;
  /** Where the server does not say more; by default that of the page's data. */
  message?: string;
  onRetry: () => void;
}

/** A page whose script or main data could not be loaded. It retries when the browser is online again. */
export function LoadError({
  row,
  error,
  message = /live|sessions/.test(row.name) ? fallbacks.lists : fallbacks.other,
  onRetry,
}: Props) {
  const isOnline = useIsOnline();
  useEffect(() => onlineManager.subscribe((isBack) => isBack && onRetry()), [onRetry]);
  return (
    <>
      <PageHead title={row.title} />
      <div className="container">
        <ErrorState
          error={error}
          isOffline={!isOnline || undefined}
          message={isChunkError(error) ? undefined : message}
          onRetry={onRetry}
        />
      </div>
    </>
  );
}
