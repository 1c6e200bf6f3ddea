import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import * as classes from './Calendar.module.css';
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
import { MonthBar } from './MonthBar';

export type DayState = {
  disabled?: boolean | undefined;
  /** 'mixed': some of the day's items are selected. */
  selected?: boolean | 'mixed' | undefined;
  marked?: boolean | undefined;
  booked?: boolean | undefined;
  /** A visible label such as 'Full'; for screen readers it is part of the day's label. */
  note?: string | undefined;
  /** An empty day: not selectable, but not greyed out. */
  empty?: boolean | undefined;
  /** The day's items, for screen readers. */
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

/** The day that a key moves to; undefined for other keys. */
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

const isOpen = (state: DayState | undefined) => !state?.disabled && !state?.empty;

/** Roving tabindex: the one day that Tab reaches, and the keys that move it. */
function useRovingDay({ month, today, minMonth, maxMonth, dayState, onMonthChange }: Props) {
  const [moved, setMoved] = useState<string>();
  const takeFocus = useRef(false);
  const target = useRef<HTMLButtonElement>(null);

  const days = Array.from({ length: daysIn(month) }, (_, index) => addDays(`${month}-01`, index));
  const roving =
    (moved && monthOf(moved) === month ? moved : undefined) ??
    days.find((day) => dayState?.(day).selected) ??
    days.find((day) => day === today) ??
    days.find((day) => isOpen(dayState?.(day))) ??
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
  const { selected = false, marked, booked, note, empty, label } = state;
  const disabled = state.disabled || empty;
  const date = `${MONTHS[Number(day.slice(5, 7)) - 1]}, ${WEEKDAYS[weekdayOf(day)]}`;
  const isRoving = roving.roving === day;
  return (
    <button
      type="button"
      ref={isRoving ? roving.target : null}
      className={classNames(
        `column items-center justify-center w-full text-s tabular ${classes.day}`,
        marked && classes.marked,
        selected && classes.selected,
        empty && classes.empty,
      )}
      tabIndex={isRoving ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={disabled ? undefined : selected}
      // Not `disabled`: keyboard users must still reach the day to hear its state.
      aria-disabled={disabled || undefined}
      onKeyDown={(event) => roving.onKeyDown(event, day)}
      onClick={() => {
        roving.setMoved(day);
        if (!disabled) onSelect(day);
      }}
    >
      <span className={classes.number}>{dayNumber(day)}</span>
      <span className="visually-hidden">{booked || label ? `${date},` : date}</span>
      <Mark booked={booked} note={note} marked={marked} />
      {label && <span className="visually-hidden">{label}</span>}
    </button>
  );
}

function Mark({ booked, note, marked }: Pick<DayState, 'booked' | 'note' | 'marked'>) {
  if (booked) return <span className={classes.note}>Booked</span>;
  if (note) {
    return (
      <span aria-hidden="true" className={classes.note}>
        {note}
      </span>
    );
  }
  return marked ? <span className={classes.dot} /> : null;
}

export function Calendar(props: Props) {
  const { month, today, dayState, onSelect, className } = props;
  const labelId = useId();
  const roving = useRovingDay(props);
  return (
    <div className={classNames(classes.root, className)}>
      <MonthBar {...props} id={labelId} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with role grid is what the ARIA date grid pattern prescribes */}
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
