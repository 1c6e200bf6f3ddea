import { bars, FOOT, minutesText, weekName } from '../lib/weeks';
import type { Week } from '../queries';
import * as classes from './WeekChart.module.css';

interface Props {
  weeks: readonly Week[];
  /** How many weeks in a row something was learned; a missed week is not mentioned. */
  inARow: number;
}

/** Minutes learned each week. */
export function WeekChart({ weeks, inARow }: Props) {
  const total = weeks.reduce((sum, { minutes }) => sum + minutes, 0);
  const now = weeks.at(-1)?.minutes ?? 0;
  if (total === 0) {
    return (
      <p className="measure ink-2 text-s">
        No minutes learned in the last {weeks.length} weeks. Your minutes per week will appear here.
      </p>
    );
  }
  return (
    <figure className="stack gap-4 min-w-0">
      <figcaption className="ink-2 text-s tabular">
        <strong className={`ink text-xl weight-600 ${classes.now}`}>{now.toLocaleString('en-IN')}</strong>{' '}
        {now === 1 ? 'minute' : 'minutes'} this week, {total.toLocaleString('en-IN')} in the last{' '}
        {weeks.length} weeks.
        {inARow > 1 && <span className="block mt-1">{rowText(inARow)}</span>}
      </figcaption>
      <Bars weeks={weeks} />
      <Table weeks={weeks} />
    </figure>
  );
}

/** The server counts for a year at most. */
const rowText = (weeks: number) =>
  weeks < 52 ? `You have learned ${weeks} weeks in a row.` : 'You have learned every week for a year.';

function Bars({ weeks }: { weeks: readonly Week[] }) {
  return (
    <svg aria-hidden="true" className={`${classes.bars} tabular`} width="100%" height={FOOT + 44}>
      {bars(weeks).map(({ weekStart, minutes, height, left, middle, day, month, isNow }) => (
        <g key={weekStart} className={isNow ? classes.current : classes.past}>
          <rect className={classes.bar} x={left} y={FOOT - height} width="6.25%" height={height} rx={3} />
          <text x={middle} y={FOOT - height - 8}>
            {minutes.toLocaleString('en-IN')}
          </text>
          <text x={middle} y={FOOT + 20}>
            {day}
          </text>
          <text x={middle} y={FOOT + 38}>
            {month}
          </text>
        </g>
      ))}
      <line className={classes.foot} x1="0" y1={FOOT + 0.5} x2="100%" y2={FOOT + 0.5} />
    </svg>
  );
}

function Table({ weeks }: { weeks: readonly Week[] }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>Minutes learned per week, from Monday to Sunday</caption>
        <tbody>
          {weeks.map(({ weekStart, minutes }) => (
            <tr key={weekStart}>
              <th scope="row">Week of {weekName(weekStart)}</th>
              <td>{minutesText(minutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
