import { ApiError } from '../../../shared/api/client';
import { type fallbacks, messageOf } from '../../../shared/api/messages';
import { inWords, useSecondsLeft } from '../../../shared/lib/waiting';

/** The code is of no use any more: there is nothing to wait for, another must be asked for. */
export const isBurnt = (error: unknown) => error instanceof ApiError && error.code === 'otp_burnt';

/** Why something was refused, and from when on it may be tried again; stands in an alert region. */
export function Refusal({ error, fallback }: { error: unknown; fallback: keyof typeof fallbacks }) {
  const retryAt = error instanceof ApiError && !isBurnt(error) ? error.retryAt : null;
  return (
    <>
      {messageOf(error, fallback)} {retryAt !== null && <Wait until={retryAt} />}
    </>
  );
}

/** A timer is not read out as it counts. */
function Wait({ until }: { until: number }) {
  const left = useSecondsLeft(until);
  return (
    <span role="timer" className="tabular">
      {left > 0 ? `Try again in ${inWords(left)}.` : 'You can try again now.'}
    </span>
  );
}
