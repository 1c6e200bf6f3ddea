import type { fallbacks } from '../../../shared/api/messages';
import { Alert } from '../../../shared/ui/Alert';
import { isSessionEnd } from '../lib/sessionEnd';
import { OtpError } from './OtpError';

interface Props {
  error: unknown;
  fallback: keyof typeof fallbacks;
}

/** The error of a member's request, if there is one. */
export function ErrorAlert({ error, fallback }: Props) {
  if (error === null || isSessionEnd(error)) return null;
  return (
    <Alert>
      <OtpError error={error} fallback={fallback} />
    </Alert>
  );
}
