import { formatNearDay } from '../../../shared/lib/dates';
import { Button } from '../../../shared/ui/Button';
import type { Credit } from '../bookingQueries';
import { creditText } from '../lib/bookings';
import type { Changes } from '../lib/changes';
import * as classes from './Credits.module.css';

interface Props {
  credits: readonly Credit[];
  changes: Changes;
}

/** Cancelled sessions and their credits. */
export function Credits({ credits, changes: { open, preload } }: Props) {
  return (
    <div className="stack gap-3 mt-2" id="credits">
      <h3 className="text-m">Cancelled sessions</h3>
      <ul className="surface divided" aria-label="Cancelled sessions">
        {credits.map((credit) => (
          <li key={credit._id} className={classes.row}>
            <div className="min-w-0">
              <p id={`credit-${credit._id}`} className="text-s weight-550">
                {credit.session.sessionName}, {formatNearDay(credit.session.date)}
              </p>
              <p className="ink-2 text-s leading-snug">{credit.program.title}</p>
              <p className="ink-2 text-s leading-snug tabular">{creditText(credit)}</p>
            </div>
            {credit.offer === 'reassign' && (
              <Button
                variant="secondary"
                aria-haspopup="dialog"
                aria-describedby={`credit-${credit._id}`}
                onPointerEnter={preload}
                onFocus={preload}
                onClick={({ currentTarget }) =>
                  open({ kind: 'sessions', change: 'assign', booking: credit, opener: currentTarget })
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
