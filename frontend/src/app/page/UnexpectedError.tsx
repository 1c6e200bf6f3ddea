import { ApiError } from '../../shared/api/client';
import { messageOf } from '../../shared/api/messages';
import { Button } from '../../shared/ui/Button';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import classes from './UnexpectedError.module.css';
import { useTitle } from './useTitle';

interface Props {
  error: unknown;
  onRetry: () => void;
}

/** The screen for unexpected errors, with the status and message that support will ask for. */
export function UnexpectedError({ error, onRetry }: Props) {
  useTitle('Unexpected Application Error!');
  const { status, message } = described(error);
  return (
    <div className={`container ${classes.root}`} role="alert">
      <h1 className={classes.title}>Unexpected Application Error!</h1>
      <p className={classes.status}>{status}</p>
      <p className={classes.message}>{message}</p>
      <div className={classes.actions}>
        <Button onClick={onRetry}>Try again</Button>
        <ButtonLink variant="secondary" to="/">
          Go to the home page
        </ButtonLink>
      </div>
    </div>
  );
}

function described(error: unknown): { status: string; message: string } {
  if (error instanceof ApiError) {
    return {
      status: error.status ? `Status ${error.status}` : 'No connection',
      message: messageOf(error, 'other'),
    };
  }
  if (error instanceof Error && error.name === 'ChunkLoadError') {
    return { status: 'No connection', message: 'A part of the page could not be loaded.' };
  }
  return {
    status: 'Status 500',
    message: error instanceof Error ? error.message : messageOf(error, 'other'),
  };
}
