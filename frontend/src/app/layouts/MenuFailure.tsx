import { ApiError } from '../../shared/api/client';
import { ErrorState } from '../../shared/ui/ErrorState';
import classes from './MenuFailure.module.css';

interface Props {
  query: { error: Error | null; refetch: () => unknown };
  fallback: string;
}

/** An error in a menu's list: the server's message, or the fallback. */
export function MenuFailure({ query, fallback }: Props) {
  const { error, refetch } = query;
  return (
    <ErrorState
      className={classes.root}
      message={(error instanceof ApiError && error.message) || fallback}
      onRetry={() => void refetch()}
    />
  );
}
