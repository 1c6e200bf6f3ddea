import { ApiError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import { inWords, useSecondsLeft } from '../../../shared/lib/waiting';
import { Alert } from '../../../shared/ui/Alert';

/** Why it did not go through; what was typed stands in the form all the while. */
export function RefusedWriting({ error }: { error: unknown }) {
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

/** A timer is not read out as it counts. */
function Wait({ until }: { until: number }) {
  const left = useSecondsLeft(until);
  return (
    <span role="timer" className="tabular">
      {left > 0 ? `You can try again in ${inWords(left)}.` : 'You can try again now.'}
    </span>
  );
}
