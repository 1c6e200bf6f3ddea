import { monthLabel } from '../../../shared/lib/dates';
import { Button } from '../../../shared/ui/Button';
import { bookableSessions } from '../lib/dayState';
import type { MonthView } from './PickerCalendar';
import * as classes from './SessionPicker.module.css';

type Props = Pick<MonthView, 'days' | 'now' | 'month' | 'nextMonth' | 'onMonthChange'>;

/** Shown in a month without sessions, with a link to one that has some. */
export function EmptyMonthNote({ days, now, month, nextMonth, onMonthChange }: Props) {
  const sessions = [...days].filter(([day]) => day.startsWith(month)).flatMap(([, found]) => found);
  const hasOpen = bookableSessions(sessions, now).length > 0;
  return (
    <div role="status" className={classes.monthNote}>
      {!hasOpen && (
        <>
          <p>
            {sessions.length > 0 ? 'No sessions left to pick' : 'No sessions'} in {monthLabel(month)}.
          </p>
          {nextMonth && (
            <Button variant="secondary" size="s" onClick={() => onMonthChange(nextMonth)}>
              Go to {monthLabel(nextMonth)}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
