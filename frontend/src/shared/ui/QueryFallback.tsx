import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client';
import { ErrorState } from './ErrorState';

interface Props {
  query: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'refetch'>;
  /** What is loading. The specification says 'webinars' for mentorships, live trading, plans and Pro as well. */
  what: string;
  /** For the message. */
  className?: string | undefined;
  /** The skeleton. */
  children: ReactNode;
}

/** The loading, offline and error states of a query: a part of a page that fails alone. */
export function QueryFallback({ query: { error, fetchStatus, refetch }, what, className, children }: Props) {
  if (fetchStatus === 'paused') {
    return <ErrorState isOffline className={className} message="This will load when you are back online." />;
  }
  // The login dialog shows the end of a session, and queries are refetched after the login.
  const isRefused = error !== null && !(error instanceof ApiError && error.status === 401);
  if (isRefused && fetchStatus === 'idle') {
    return (
      <ErrorState error={error} className={className} message={`Failed to fetch ${what}`} onRetry={refetch} />
    );
  }
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      {children}
    </div>
  );
}
