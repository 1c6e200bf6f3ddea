import { ApiError } from '../api/client';
import { isUnreachable, NO_CONNECTION } from '../api/messages';
import { useI18n } from '../lib/i18n';
import { Button } from './Button';
import { classNames } from './classNames';
import * as classes from './ErrorState.module.css';
import { AlertIcon } from './icons/AlertIcon';

type Props = {
  error?: unknown;
  isOffline?: boolean | undefined;
  /** Where the server does not say more: an internal error has no message for people. */
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
  retryLabel?: string | undefined;
  className?: string | undefined;
};

/** In the place of what could not be loaded. */
export function ErrorState({
  error,
  isOffline = isUnreachable(error),
  message,
  onRetry,
  retryLabel,
  className,
}: Props) {
  const i18n = useI18n();
  return (
    <div
      role="alert"
      className={classNames(`surface column items-center gap-4 align-center ${classes.root}`, className)}
    >
      <span className={`stack place-center red ${classes.icon}`}>
        <AlertIcon />
      </span>
      <div className={classes.message}>
        {isOffline && <p className="weight-650">{i18n._(NO_CONNECTION)}</p>}
        <p>
          {(error instanceof ApiError && error.status !== 500 && error.message) ||
            (message ?? i18n._('This could not be loaded. Please try again in a moment.'))}
        </p>
      </div>
      {onRetry && (
        <Button variant="secondary" onClick={() => onRetry()}>
          {retryLabel ?? i18n._('Try again')}
        </Button>
      )}
    </div>
  );
}
