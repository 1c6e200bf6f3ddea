import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client';
import { ErrorState } from './ErrorState';

interface Props {
  query: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'refetch'>;
  /** What does not come, as the subject of a sentence in the plural. */
  what: string;
  /** Of the message, if there is one. */
  className?: string | undefined;
  /** The shape of what comes. */
  children: ReactNode;
}

/** What stands in the place of an answer until it is there: its shape, or why it does not come. */
export function Unready({ query: { error, fetchStatus, refetch }, what, className, children }: Props) {
  if (fetchStatus === 'paused') {
    return (
      <ErrorState
        className={className}
        message={`You are offline. ${what} appear here as soon as you are back.`}
      />
    );
  }
  // A session that ended is said by the login dialog, and what was refused is asked for after the login.
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
