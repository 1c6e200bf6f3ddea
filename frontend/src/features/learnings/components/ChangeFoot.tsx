import type { ReactNode } from 'react';
import { ApiError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import { Alert } from '../../../shared/ui/Alert';
import classes from './ChangeDialog.module.css';

interface Props {
  error: unknown;
  fallback: 'swap' | 'cancel';
  children: ReactNode;
}

/** What decides, in view whatever the list above it is scrolled to: the result, the refusal, the buttons. */
export function ChangeFoot({ error, fallback, children }: Props) {
  return (
    <div className={classes.foot}>
      <Refusal error={error} fallback={fallback} />
      {children}
    </div>
  );
}

/** Why a change was refused, or that nobody knows what came of it. */
function Refusal({ error, fallback }: Omit<Props, 'children'>) {
  // A session that ended is said by the login dialog.
  if (error === null || (error instanceof ApiError && error.status === 401)) return null;
  const isUnreached = error instanceof ApiError && error.status === 0;
  return (
    <Alert>
      {isUnreached
        ? 'Something went wrong: the server was not reached. Check your connection and confirm again; the change is never made twice.'
        : messageOf(error, fallback)}
    </Alert>
  );
}
