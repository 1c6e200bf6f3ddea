import { monthLabel } from '../lib/dates';
import { addMonths } from './calendarDays';
import { ChevronLeftIcon } from './icons/ChevronLeftIcon';
import { ChevronRightIcon } from './icons/ChevronRightIcon';
import * as classes from './MonthBar.module.css';

interface Props {
  /** The id of the month's name. */
  id: string;
  /** 'yyyy-mm', like the bounds. */
  month: string;
  minMonth?: string | undefined;
  maxMonth?: string | undefined;
  onMonthChange: (month: string) => void;
}

/** The current month, with buttons for the previous and the next. */
export function MonthBar({ id, month, minMonth, maxMonth, onMonthChange }: Props) {
  return (
    <div className="row items-center justify-between mb-2">
      <button
        type="button"
        className={`tile icon-button ${classes.arrow}`}
        aria-label="Previous month"
        disabled={minMonth !== undefined && month <= minMonth}
        onClick={() => onMonthChange(addMonths(month, -1))}
      >
        <ChevronLeftIcon />
      </button>
      <p id={id} className="weight-600 tabular" aria-live="polite">
        {monthLabel(month)}
      </p>
      <button
        type="button"
        className={`tile icon-button ${classes.arrow}`}
        aria-label="Next month"
        disabled={maxMonth !== undefined && month >= maxMonth}
        onClick={() => onMonthChange(addMonths(month, 1))}
      >
        <ChevronRightIcon />
      </button>
    </div>
  );
}
