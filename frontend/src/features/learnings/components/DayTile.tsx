import { formatNearDay } from '../../../shared/lib/dates';
import classes from './DayTile.module.css';

/** A day as a small leaf of a calendar; the words beside it say the same. Twin: templates/parts/day_tile.html. */
export function DayTile({ moment }: { moment: string }) {
  const [weekday, day, month] = formatNearDay(moment).split(' ');
  return (
    <span className={classes.root} aria-hidden="true">
      <span className={classes.word}>{weekday}</span>
      <span className={classes.day}>{day}</span>
      <span className={classes.word}>{month}</span>
    </span>
  );
}
