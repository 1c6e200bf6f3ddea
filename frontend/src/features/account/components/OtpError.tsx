import { ApiError } from '../../../shared/api/client';
import { type fallbacks, messageOf } from '../../../shared/api/messages';
import { formatWait, useSecondsLeft } from '../../../shared/lib/countdown';

/** The OTP cannot be used any more; a new one must be requested. */
export const isOtpExhausted = (error: unknown) => error instanceof ApiError && error.code === 'otp_burnt';

/** The error message and when to retry; rendered inside an alert region. */
export function OtpError({ error, fallback }: { error: unknown; fallback: keyof typeof fallbacks }) {
  const retryAt = error instanceof ApiError && !isOtpExhausted(error) ? error.retryAt : null;
  return (
    <>
      {messageOf(error, fallback)} {retryAt !== null && <Wait until={retryAt} />}
    </>
  );
}

/** A countdown is not announced each second. */
function Wait({ until }: { until: number }) {
  const left = useSecondsLeft(until);
  return (
    <span role="timer" className="tabular">
      {left > 0 ? `Try again in ${formatWait(left)}.` : 'You can try again now.'}
    </span>
  );
}
