import { foreignTimeZone } from '../../../shared/lib/dates';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { Calendar } from '../../../shared/ui/Calendar';
import { bookableSessions, dayState } from '../lib/dayState';
import type { ProgramSession } from '../queries';
import { EmptyMonthNote } from './EmptyMonthNote';
import * as classes from './SessionPicker.module.css';

export interface MonthView {
  days: ReadonlyMap<string, ProgramSession[]>;
  /** Names of exchange holidays by day. */
  holidays: ReadonlyMap<string, string>;
  now: number;
  /** 'yyyy-mm-dd' */
  today: string;
  /** 'yyyy-mm' */
  month: string;
  minMonth: string;
  onMonthChange: (month: string) => void;
  isChosen: (session: ProgramSession) => boolean;
  clashesOf: (session: ProgramSession) => readonly string[];
  onToggle: (sessions: readonly ProgramSession[]) => void;
  /** The nearest other month with upcoming sessions. */
  nextMonth: string | null;
}

export function PickerCalendar(props: MonthView) {
  const { days, holidays, now, today, month, minMonth, onMonthChange, isChosen, clashesOf, onToggle } = props;
  const zone = useIsHydrated() ? foreignTimeZone() : '';
  const on = (day: string) => days.get(day) ?? [];
  return (
    <div className={`surface p-3 ${classes.calendar}`}>
      <Calendar
        month={month}
        today={today}
        minMonth={minMonth}
        dayState={(day) =>
          dayState({
            sessions: on(day),
            isPast: day < today,
            holiday: holidays.get(day),
            now,
            zone,
            isChosen,
            clashesOf,
          })
        }
        onMonthChange={onMonthChange}
        onSelect={(day) => onToggle(bookableSessions(on(day), now))}
      />
      <EmptyMonthNote {...props} />
    </div>
  );
}
