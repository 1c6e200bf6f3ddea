import { formatDeadline } from '../../../shared/lib/dates';
import { Zone } from '../../../shared/ui/Zone';

/** The rule for changes, and what it means for this session. */
export function ChangeRule({ before }: { before: string }) {
  return (
    <>
      Until {formatDeadline(before)}
      <Zone />, 4 hours before it starts, it can be changed.
    </>
  );
}
