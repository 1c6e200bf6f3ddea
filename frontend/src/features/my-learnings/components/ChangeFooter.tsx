import type { ReactNode } from 'react';
import { ApiError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import { Alert } from '../../../shared/ui/Alert';
import * as classes from './ChangeDialog.module.css';

interface Props {
  error: unknown;
  fallback: 'swap' | 'cancel' | 'other';
  children: ReactNode;
}

/** The sticky footer: summary, error and buttons. */
export function ChangeFooter({ error, fallback, children }: Props) {
  return (
    <div className={`cluster justify-end gap-3 flex-1 ${classes.foot}`}>
      <ChangeError error={error} fallback={fallback} />
      {children}
    </div>
  );
}

/** The error of a change, or that its outcome is unknown. */
function ChangeError({ error, fallback }: Omit<Props, 'children'>) {
  // A 401 opens the login dialog instead.
  if (error === null || (error instanceof ApiError && error.status === 401)) return null;
  const isUnreached = error instanceof ApiError && error.status === 0;
  return (
    <Alert>
      {isUnreached
        ? 'Something went wrong: we could not reach the server. Check your connection and confirm again. The change will be made only once.'
        : messageOf(error, fallback)}
    </Alert>
  );
}
