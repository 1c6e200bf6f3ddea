import { Button } from './Button';
import { classNames } from './classNames';
import classes from './ErrorState.module.css';
import { AlertIcon } from './icons/AlertIcon';

type Props = {
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
  retryLabel?: string | undefined;
  className?: string | undefined;
};

export function ErrorState({
  message = 'This could not be loaded. Please try again in a moment.',
  onRetry,
  retryLabel = 'Try again',
  className,
}: Props) {
  return (
    <div role="alert" className={classNames(classes.root, className)}>
      <span className={classes.icon}>
        <AlertIcon />
      </span>
      <p className={classes.message}>{message}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
