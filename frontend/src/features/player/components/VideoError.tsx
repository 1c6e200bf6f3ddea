import { Button } from '../../../shared/ui/Button';
import { AlertIcon } from '../../../shared/ui/icons/AlertIcon';
import * as classes from './VideoError.module.css';

/** Covers the video after an error; it retries when the browser is online again. */
export function VideoError({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      className={`band column items-center justify-center gap-3 p-4 text-s align-center ${classes.root}`}
      role="alert"
    >
      <AlertIcon size={28} />
      <p>
        {navigator.onLine
          ? 'This video could not be loaded. Please try again.'
          : 'You are offline. The video will resume when you are back online.'}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
