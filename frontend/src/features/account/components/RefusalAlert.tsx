import type { fallbacks } from '../../../shared/api/messages';
import { Alert } from '../../../shared/ui/Alert';
import { isSessionEnd } from '../lib/sessionEnd';
import { Refusal } from './Refusal';

interface Props {
  error: unknown;
  fallback: keyof typeof fallbacks;
}

/** Why something was refused to a member, if it was. */
export function RefusalAlert({ error, fallback }: Props) {
  if (error === null || isSessionEnd(error)) return null;
  return (
    <Alert>
      <Refusal error={error} fallback={fallback} />
    </Alert>
  );
}
