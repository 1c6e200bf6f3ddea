import { formatNearDay } from '../../../shared/lib/dates';
import classes from './DayTile.module.css';

/** A date as a small calendar leaf, hidden from screen readers. */
export function DayTile({ datetime }: { datetime: string }) {
  const [weekday, day, month] = formatNearDay(datetime).split(' ');
  return (
    <span className={classes.root} aria-hidden="true">
      <span className={classes.word}>{weekday}</span>
      <span className={classes.day}>{day}</span>
      <span className={classes.word}>{month}</span>
    </span>
  );
}
