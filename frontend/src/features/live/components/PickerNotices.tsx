import { formatDate, formatTime } from '../../../shared/lib/dates';
import { Alert } from '../../../shared/ui/Alert';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { LOSS_LABELS } from '../lib/labels';
import type { SelectedSession } from '../lib/selection';
import type { Selection } from '../lib/useSelection';

/** Notices about selected sessions that were moved or are not available any more. */
export default function PickerNotices({ selection: { moved, lost, settle } }: { selection: Selection }) {
  return (
    <Alert
      tone="warning"
      title="Your selection has changed"
      onClose={settle}
      closeLabel="Got it"
      className="mb-4"
    >
      <ul className="stack gap-1">
        {moved.map(({ selected, session }) => (
          <li key={selected.id}>
            {selected.name} was moved from {at(selected.date)} to {at(session.date)}
            <TimeZone />.
          </li>
        ))}
        {lost.map(({ selected, reason }) => (
          <li key={selected.id}>
            {nameAndDate(selected)} {LOSS_LABELS[reason]}, and was removed.
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const at = (datetime: string) => `${formatDate(datetime)}, ${formatTime(datetime)}`;
const nameAndDate = ({ name, date }: SelectedSession) => `${name} on ${formatDate(date)}`;
