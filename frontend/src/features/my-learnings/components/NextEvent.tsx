import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { dayText, joinText, timeText } from '../lib/eventTimes';
import type { NextEntry } from '../queries';
import classes from './NextStep.module.css';

export type NextLive = NextEntry & { startsAt: string; endsAt: string; joinOpensAt: string };

/** The next live event. */
export function NextEvent({ event }: { event: NextLive }) {
  const isLive = event.status === 'live';
  const wait = joinText(event);
  return (
    <section className={`band ${classes.root} ${classes.live}`} aria-labelledby="next">
      <div className={classes.text}>
        <h2 id="next" className={classes.label}>
          {isLive ? 'Live now' : 'Up next'}
        </h2>
        <h3 className={classes.title}>{event.title}</h3>
        <p className={classes.access}>
          {event.programTitle ? `${event.programTitle}, ${event.host}` : event.host}
        </p>
        <p className={`${classes.when} tabular`}>
          <span>{dayText(event)}</span>
          <span>
            {timeText(event)}
            <TimeZone />
          </span>
          {isLive && <Badge tone="live">LIVE</Badge>}
        </p>
        {event.joinUrl ? (
          <ButtonLink
            className={classes.action}
            size="l"
            href={event.joinUrl}
            target="_blank"
            rel="noreferrer"
          >
            Join
            <span className="visually-hidden">{event.title}</span>
          </ButtonLink>
        ) : (
          wait && (
            <p className={`${classes.access} tabular`}>
              {wait.text}
              {wait.hasTime && <TimeZone />}
            </p>
          )
        )}
      </div>
    </section>
  );
}

export const isLiveEvent = (entry: NextEntry | undefined): entry is NextLive =>
  entry !== undefined && entry.kind !== 'course';
