import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { monthLabel } from '../lib/dates';
import classes from './Calendar.module.css';
import {
  addDays,
  addMonths,
  dayNumber,
  daysIn,
  monthOf,
  sameDayIn,
  weekdayOf,
  weeksOf,
} from './calendarDays';
import { classNames } from './classNames';
import { ChevronLeftIcon } from './icons/ChevronLeftIcon';
import { ChevronRightIcon } from './icons/ChevronRightIcon';

export type DayState = {
  disabled?: boolean | undefined;
  selected?: boolean | undefined;
  marked?: boolean | undefined;
  booked?: boolean | undefined;
  /** What is on that day, in words, for those who listen. */
  label?: string | undefined;
};

type Props = {
  /** 'yyyy-mm' */
  month: string;
  /** 'yyyy-mm-dd' */
  today: string;
  minMonth?: string | undefined;
  maxMonth?: string | undefined;
  dayState?: ((day: string) => DayState) | undefined;
  onMonthChange: (month: string) => void;
  onSelect: (day: string) => void;
  className?: string | undefined;
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The day that a key leads to from `day`; undefined for keys that are not ours. */
function dayAfterKey(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return sameDayIn(addMonths(monthOf(day), -1), day);
    case 'PageDown':
      return sameDayIn(addMonths(monthOf(day), 1), day);
  }
}

/** The one day of the grid that Tab reaches, and the keys that move it. */
function useRovingDay({ month, today, minMonth, maxMonth, dayState, onMonthChange }: Props) {
  const [moved, setMoved] = useState<string>();
  const takeFocus = useRef(false);
  const target = useRef<HTMLButtonElement>(null);

  const days = Array.from({ length: daysIn(month) }, (_, index) => addDays(`${month}-01`, index));
  const roving =
    (moved && monthOf(moved) === month ? moved : undefined) ??
    days.find((day) => dayState?.(day).selected) ??
    days.find((day) => day === today) ??
    days.find((day) => !dayState?.(day).disabled) ??
    `${month}-01`;

  useLayoutEffect(() => {
    if (takeFocus.current && monthOf(roving) === month) {
      takeFocus.current = false;
      target.current?.focus();
    }
  }, [roving, month]);

  const onKeyDown = (event: KeyboardEvent, day: string) => {
    const next = dayAfterKey(event.key, day);
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const nextMonth = monthOf(next);
    if ((minMonth && nextMonth < minMonth) || (maxMonth && nextMonth > maxMonth)) return;
    takeFocus.current = next !== day;
    setMoved(next);
    if (nextMonth !== month) onMonthChange(nextMonth);
  };

  return { roving, target, onKeyDown, setMoved };
}

type DayProps = {
  day: string;
  state: DayState;
  isToday: boolean;
  roving: ReturnType<typeof useRovingDay>;
  onSelect: (day: string) => void;
};

function Day({ day, state, isToday, roving, onSelect }: DayProps) {
  const { disabled, selected, marked, booked, label } = state;
  const date = `${MONTHS[Number(day.slice(5, 7)) - 1]}, ${WEEKDAYS[weekdayOf(day)]}`;
  const isRoving = roving.roving === day;
  return (
    <button
      type="button"
      ref={isRoving ? roving.target : null}
      className={classNames(classes.day, marked && classes.marked, selected && classes.selected)}
      tabIndex={isRoving ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={disabled ? undefined : Boolean(selected)}
      // Not `disabled`: those who move by keys must still hear that the day is taken.
      aria-disabled={disabled || undefined}
      onKeyDown={(event) => roving.onKeyDown(event, day)}
      onClick={() => {
        roving.setMoved(day);
        if (!disabled) onSelect(day);
      }}
    >
      <span className={classes.number}>{dayNumber(day)}</span>
      <span className="visually-hidden">{booked || label ? `${date},` : date}</span>
      {booked ? <span className={classes.note}>Booked</span> : marked && <span className={classes.dot} />}
      {label && <span className="visually-hidden">{label}</span>}
    </button>
  );
}

function MonthBar({ id, month, minMonth, maxMonth, onMonthChange }: Props & { id: string }) {
  return (
    <div className={classes.bar}>
      <button
        type="button"
        className={classes.arrow}
        aria-label="Previous month"
        disabled={minMonth !== undefined && month <= minMonth}
        onClick={() => onMonthChange(addMonths(month, -1))}
      >
        <ChevronLeftIcon />
      </button>
      <p id={id} className={classes.month} aria-live="polite">
        {monthLabel(month)}
      </p>
      <button
        type="button"
        className={classes.arrow}
        aria-label="Next month"
        disabled={maxMonth !== undefined && month >= maxMonth}
        onClick={() => onMonthChange(addMonths(month, 1))}
      >
        <ChevronRightIcon />
      </button>
    </div>
  );
}

export function Calendar(props: Props) {
  const { month, today, dayState, onSelect, className } = props;
  const labelId = useId();
  const roving = useRovingDay(props);
  return (
    <div className={classNames(classes.root, className)}>
      <MonthBar {...props} id={labelId} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days is the grid that the pattern asks for */}
      <table role="grid" className={classes.grid} aria-labelledby={labelId}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday}>
                {weekday.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.id}>
              {week.days.map(({ id, day }) => (
                <td key={id}>
                  {day && (
                    <Day
                      day={day}
                      state={dayState?.(day) ?? {}}
                      isToday={day === today}
                      roving={roving}
                      onSelect={onSelect}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
