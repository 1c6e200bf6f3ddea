import { formatNearDay } from '../../../shared/lib/dates';
import { Button } from '../../../shared/ui/Button';
import type { Credit } from '../bookedQueries';
import { creditWords, isUsable } from '../lib/booked';
import type { Changes } from '../lib/changes';
import rowClasses from './BookedRow.module.css';
import classes from './Credits.module.css';

interface Props {
  credits: readonly Credit[];
  now: number;
  changes: Changes;
}

/** Cancelled sessions, and what became of each. The server's twin: templates/parts/credits.html. */
export function Credits({ credits, now, changes: { ask, expect } }: Props) {
  return (
    <div className={classes.root}>
      <h3 className={classes.title}>Cancelled sessions</h3>
      <ul className={rowClasses.list} aria-label="Cancelled sessions">
        {credits.map((credit) => (
          <li key={credit._id} className={classes.row}>
            <div className={classes.words}>
              <p id={`credit-${credit._id}`} className={classes.name}>
                {credit.session.sessionName}, {formatNearDay(credit.session.date)}
              </p>
              <p className={classes.line}>{credit.program.title}</p>
              <p className={`${classes.line} tabular`}>{creditWords(credit, now)}</p>
            </div>
            {isUsable(credit, now) && (
              <Button
                variant="secondary"
                aria-haspopup="dialog"
                aria-describedby={`credit-${credit._id}`}
                onPointerEnter={expect}
                onFocus={expect}
                onClick={({ currentTarget }) =>
                  ask({ kind: 'sessions', change: 'assign', booking: credit, opener: currentTarget })
                }
              >
                Reassign
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
