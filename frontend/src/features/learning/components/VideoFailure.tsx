import { Button } from '../../../shared/ui/Button';
import { AlertIcon } from '../../../shared/ui/icons/AlertIcon';
import classes from './VideoFailure.module.css';

/** Stands where the film stood; once the network is back the film goes on by itself. */
export function VideoFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`band ${classes.root}`} role="alert">
      <AlertIcon size={28} />
      <p>
        {navigator.onLine
          ? 'This video could not be loaded. Please try again.'
          : 'You are offline. The video goes on when you are back.'}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
