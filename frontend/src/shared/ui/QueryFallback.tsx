import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client';
import { ErrorState } from './ErrorState';

interface Props {
  query: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'refetch'>;
  /** What is loading, as a plural subject. */
  what: string;
  /** For the message. */
  className?: string | undefined;
  /** The skeleton. */
  children: ReactNode;
}

/** The loading, offline and error states of a query. */
export function QueryFallback({ query: { error, fetchStatus, refetch }, what, className, children }: Props) {
  if (fetchStatus === 'paused') {
    return (
      <ErrorState
        className={className}
        message={`You are offline. ${what} will appear here when you are back online.`}
      />
    );
  }
  // The login dialog shows the end of a session, and queries are refetched after the login.
  const isRefused = error !== null && !(error instanceof ApiError && error.status === 401);
  if (isRefused && fetchStatus === 'idle') {
    const message = error instanceof ApiError && error.message;
    return (
      <ErrorState
        className={className}
        message={message || `${what} could not be loaded. Please try again in a moment.`}
        onRetry={() => refetch()}
      />
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
