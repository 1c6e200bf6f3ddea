import { useId } from 'react';
import { formatDay, formatTimeRange, phaseOf } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import { Badge } from '../../../shared/ui/Badge';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { MonthBar } from '../../../shared/ui/MonthBar';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { sessionStatus } from '../lib/sessions';
import type { ProgramSession } from '../queries';
import { EmptyMonthNote } from './EmptyMonthNote';
import type { MonthView } from './PickerCalendar';
import * as classes from './PickerList.module.css';
import { SessionWaitlist } from './SessionWaitlist';

/** What is over is not in the list. */
const WORDS = { booked: 'Booked', full: 'Full', begun: 'Started' } as const;

interface Props extends MonthView {
  isMember: boolean;
}

/** The month as a list of sessions with checkboxes. */
export default function PickerList(props: Props) {
  const { days, month, minMonth, onMonthChange, now } = props;
  const id = useId();
  const sessions = [...days].filter(([day]) => day.startsWith(month)).flatMap(([, found]) => found);
  const upcoming = sessions.filter(
    ({ date, endDate, booked }) => booked || phaseOf(date, endDate, now) !== 'over',
  );
  return (
    <div className={`surface p-3 ${classes.root}`}>
      <MonthBar id={id} month={month} minMonth={minMonth} onMonthChange={onMonthChange} />
      {upcoming.length > 0 && (
        <ul aria-labelledby={id}>
          {upcoming.map((session) => (
            <Row key={session._id} session={session} {...props} />
          ))}
        </ul>
      )}
      <EmptyMonthNote {...props} />
    </div>
  );
}

function Row({ session, now, isMember, isChosen, clashesOf, onToggle }: Props & { session: ProgramSession }) {
  const nameId = useId();
  const standing = sessionStatus(session, now);
  const clashes = clashesOf(session);
  return (
    <li className={`row items-center justify-between gap-4 py-2 ${classes.row}`}>
      <Checkbox
        checked={isChosen(session)}
        disabled={standing !== 'open'}
        onChange={() => onToggle([session])}
        label={
          <span className="stack">
            <span id={nameId} className="weight-550">
              {session.sessionName}
            </span>
            <span className="ink-2 text-s tabular">
              {formatDay(session.date)}, {formatTimeRange(session.date, session.endDate)}
              <TimeZone />
            </span>
            {clashes.length > 0 && standing === 'open' && (
              <span className="amber text-s">Clashes with {clashes.join(' and ')}</span>
            )}
          </span>
        }
      />
      <span className="cluster items-center justify-end gap-2 ink-2 text-s tabular">
        {standing === 'open' ? (
          `${formatRupees(session.basePricePerSession, { decimals: 0 })} plus GST`
        ) : (
          <Badge tone={standing === 'booked' ? 'success' : 'neutral'}>{WORDS[standing]}</Badge>
        )}
        {standing === 'full' && (
          <SessionWaitlist sessionId={session._id} nameId={nameId} isMember={isMember} />
        )}
      </span>
    </li>
  );
}
