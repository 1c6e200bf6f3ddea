import { useId } from 'react';
import { formatDay, formatTimeRange } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import { Badge } from '../../../shared/ui/Badge';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { MonthBar } from '../../../shared/ui/MonthBar';
import { Zone } from '../../../shared/ui/Zone';
import { standingOf } from '../lib/sessions';
import type { ProgramSession } from '../queries';
import { MonthNote } from './MonthNote';
import type { MonthView } from './PickerCalendar';
import classes from './PickerList.module.css';

const WORDS = { booked: 'Booked', full: 'Full', begun: 'Over' } as const;

/** The same month as a list with check boxes, session by session. */
export default function PickerList(props: MonthView) {
  const { days, month, minMonth, onMonthChange, now } = props;
  const id = useId();
  const sessions = [...days].filter(([day]) => day.startsWith(month)).flatMap(([, found]) => found);
  const ahead = sessions.filter(({ endDate, booked }) => booked || Date.parse(endDate) > now);
  return (
    <div className={classes.root}>
      <MonthBar id={id} month={month} minMonth={minMonth} onMonthChange={onMonthChange} />
      {ahead.length > 0 && (
        <ul aria-labelledby={id}>
          {ahead.map((session) => (
            <Row key={session._id} session={session} {...props} />
          ))}
        </ul>
      )}
      <MonthNote {...props} />
    </div>
  );
}

function Row({ session, now, isChosen, clashesOf, onToggle }: MonthView & { session: ProgramSession }) {
  const standing = standingOf(session, now);
  const clashes = clashesOf(session);
  return (
    <li className={classes.row}>
      <Checkbox
        checked={isChosen(session)}
        disabled={standing !== 'open'}
        onChange={() => onToggle([session])}
        label={
          <span className={classes.words}>
            <span className={classes.name}>{session.sessionName}</span>
            <span className={`${classes.when} tabular`}>
              {formatDay(session.date)}, {formatTimeRange(session.date, session.endDate)}
              <Zone />
            </span>
            {clashes.length > 0 && standing === 'open' && (
              <span className={classes.clash}>Clashes with {clashes.join(' and ')}</span>
            )}
          </span>
        }
      />
      <span className={`${classes.side} tabular`}>
        {standing === 'open' ? (
          formatRupees(session.basePricePerSession, { decimals: 0 })
        ) : (
          <Badge tone={standing === 'booked' ? 'success' : 'neutral'}>{WORDS[standing]}</Badge>
        )}
      </span>
    </li>
  );
}
