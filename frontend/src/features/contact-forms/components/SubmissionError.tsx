import { ApiError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import { formatWait, useSecondsLeft } from '../../../shared/lib/countdown';
import { Alert } from '../../../shared/ui/Alert';

/** Why the form was not sent; the typed text stays in the form. */
export function SubmissionError({ error }: { error: unknown }) {
  if (error === null) return null;
  const isAway = error instanceof ApiError && error.status === 0;
  const retryAt = error instanceof ApiError ? error.retryAt : null;
  return (
    <Alert>
      <p>
        {isAway ? 'We could not reach the server, so nothing was sent.' : messageOf(error, 'other')}{' '}
        {retryAt !== null && <Wait until={retryAt} />} What you typed is still here.
      </p>
    </Alert>
  );
}

/** A countdown is not announced each second. */
function Wait({ until }: { until: number }) {
  const left = useSecondsLeft(until);
  return (
    <span role="timer" className="tabular">
      {left > 0 ? `You can try again in ${formatWait(left)}.` : 'You can try again now.'}
    </span>
  );
}
