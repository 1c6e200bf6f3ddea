import { formatDate, formatTime } from '../../../shared/lib/dates';
import { Alert } from '../../../shared/ui/Alert';
import { Zone } from '../../../shared/ui/Zone';
import type { Kept } from '../lib/selection';
import type { Selection } from '../lib/useSelection';
import { LOSSES } from '../lib/words';
import classes from './SessionPicker.module.css';

/** What became of picked sessions since they were picked: moved, or not to be had any more. */
export default function PickerNotices({ selection: { moved, lost, settle } }: { selection: Selection }) {
  return (
    <Alert
      tone="warning"
      title="Your selection has changed"
      onClose={settle}
      closeLabel="I have read this"
      className={classes.notices}
    >
      <ul className={classes.changes}>
        {moved.map(({ kept, session }) => (
          <li key={kept.id}>
            {kept.name} was moved from {at(kept.date)} to {at(session.date)}
            <Zone />.
          </li>
        ))}
        {lost.map(({ kept, why }) => (
          <li key={kept.id}>
            {named(kept)} {LOSSES[why]}, and was taken out.
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const at = (moment: string) => `${formatDate(moment)}, ${formatTime(moment)}`;
const named = ({ name, date }: Kept) => `${name} on ${formatDate(date)}`;
