import { ApiError } from '../../../shared/api/client';
import { type fallbacks, messageOf } from '../../../shared/api/messages';
import { formatWait, useSecondsLeft } from '../../../shared/lib/countdown';
import { useI18n } from '../../../shared/lib/i18n';

/** The OTP cannot be used any more; a new one must be requested. */
export const isOtpExhausted = (error: unknown) => error instanceof ApiError && error.code === 'otp_burnt';

/** The error message and when to retry; rendered inside an alert region. */
export function OtpError({ error, fallback }: { error: unknown; fallback: keyof typeof fallbacks }) {
  const i18n = useI18n();
  const retryAt = error instanceof ApiError && !isOtpExhausted(error) ? error.retryAt : null;
  return (
    <>
      {messageOf(error, fallback, i18n)} {retryAt !== null && <Wait until={retryAt} />}
    </>
  );
}

/** A countdown is not announced each second. */
function Wait({ until }: { until: number }) {
  const i18n = useI18n();
  const left = useSecondsLeft(until);
  return (
    <span role="timer" className="tabular">
      {left > 0
        ? i18n._('Try again in {wait}.', { wait: formatWait(left, i18n) })
        : i18n._('You can try again now.')}
    </span>
  );
}
