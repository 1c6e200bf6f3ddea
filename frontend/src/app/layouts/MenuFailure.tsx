import { ErrorState } from '../../shared/ui/ErrorState';
import * as classes from './MenuFailure.module.css';

interface Props {
  query: { error: Error | null; fetchStatus: string; refetch: () => unknown };
  fallback: string;
}

/** Why a menu's list is not there. */
export function MenuFailure({ query, fallback }: Props) {
  const { error, fetchStatus, refetch } = query;
  const isPaused = fetchStatus === 'paused';
  return (
    <ErrorState
      error={error}
      isOffline={isPaused || undefined}
      className={classes.root}
      message={fallback}
      onRetry={isPaused ? undefined : refetch}
    />
  );
}
