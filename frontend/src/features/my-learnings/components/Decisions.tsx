import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { TimeZone } from '../../../shared/ui/TimeZone';
import type { Credit } from '../bookingQueries';
import type { Changes } from '../lib/changes';
import { sessionTimeText } from '../lib/openSessions';
import type { Decision } from '../queries';
import { CancelledItemActions } from './CancelledItemActions';
import * as classes from './Decisions.module.css';

interface Props {
  decisions: readonly Decision[];
  credits: readonly Credit[];
  changes: Changes;
  /** The status message of the last decision. */
  outcome: ReactNode;
}

/** What waits for the member: choices after we cancelled something, and credits to use. */
export function Decisions({ decisions, credits, changes, outcome }: Props) {
  const usable = credits.filter(({ offer }) => offer === 'reassign');
  if (decisions.length === 0 && usable.length === 0) return outcome;
  return (
    <section className={classes.root} aria-labelledby="decisions">
      <h2 id="decisions" className="text-l">
        Waiting for you
      </h2>
      {outcome}
      <ul className="stack gap-3">
        {decisions.map((decision) => (
          <li
            key={decision._id}
            className={`cluster items-center justify-between gap-2 gap-x-4 ${classes.row}`}
          >
            <div className="min-w-0">
              <p id={`decide-${decision._id}`} className="weight-600">
                {nameOf(decision)} was cancelled by us
              </p>
              <p className="ink-2 text-s tabular">
                {sessionTimeText(decision)}
                <TimeZone />
                {decision.calledOff.reason && `: ${decision.calledOff.reason}`}
              </p>
            </div>
            <div className="cluster gap-2">
              <CancelledItemActions
                decision={decision}
                describedBy={`decide-${decision._id}`}
                changes={changes}
              />
            </div>
          </li>
        ))}
        {usable.length > 0 && (
          <li className={`cluster items-center justify-between gap-2 gap-x-4 ${classes.row}`}>
            <p className="weight-600">{creditsText(usable)}</p>
            <a className="inline-row items-center touch text-s weight-550" href="#credits">
              Choose a session
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

const nameOf = ({ title, programTitle }: Decision) => (programTitle ? `${programTitle}: ${title}` : title);

/** 'You have 2 credits, the first to use by Fri, 12 Feb 2027.' */
function creditsText(usable: readonly Credit[]): string {
  const ends = usable.map(({ creditEndsAt }) => creditEndsAt ?? '').sort();
  const first = formatDay(ends[0] ?? '');
  return usable.length === 1
    ? `You have a credit for one session. Use it by ${first}.`
    : `You have ${usable.length} credits. Use the first by ${first}.`;
}
