import { monthLabel } from '../../../shared/lib/dates';
import { Button } from '../../../shared/ui/Button';
import { openOnes } from '../lib/dayState';
import type { MonthView } from './PickerCalendar';
import classes from './SessionPicker.module.css';

type Props = Pick<MonthView, 'days' | 'now' | 'month' | 'nextMonth' | 'onMonthChange'>;

/** Says that there is nothing to pick in the month in view, and leads to one where there may be. */
export function MonthNote({ days, now, month, nextMonth, onMonthChange }: Props) {
  const sessions = [...days].filter(([day]) => day.startsWith(month)).flatMap(([, found]) => found);
  const hasOpen = openOnes(sessions, now).length > 0;
  return (
    <div role="status" className={classes.monthNote}>
      {!hasOpen && (
        <>
          <p>
            {sessions.length > 0 ? 'Nothing is left to pick' : 'There are no sessions'} in {monthLabel(month)}
            .
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
