import { formatDeadline } from '../../../shared/lib/dates';
import { TimeZone } from '../../../shared/ui/TimeZone';

/** The deadline for changes. */
export function ChangeRule({ before }: { before: string }) {
  return (
    <>
      You can change it until {formatDeadline(before)}
      <TimeZone />.
    </>
  );
}
