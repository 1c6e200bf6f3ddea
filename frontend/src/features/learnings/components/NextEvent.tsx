import { isBetween } from '../../../shared/lib/dates';
import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Zone } from '../../../shared/ui/Zone';
import { dayWords, joinWords, timeWords } from '../lib/when';
import type { NextEntry } from '../queries';
import classes from './NextStep.module.css';

export type NextLive = NextEntry & { startsAt: string; endsAt: string };

/** What is live next. The server writes the same markup: templates/parts/next_event.html. */
export function NextEvent({ event, now }: { event: NextLive; now: number }) {
  const isLive = isBetween(now, event.startsAt, event.endsAt);
  const wait = joinWords(event, now);
  return (
    <section className={`band ${classes.root} ${classes.live}`} aria-labelledby="next">
      <div className={classes.text}>
        <h2 id="next" className={classes.label}>
          {isLive ? 'On at this moment' : 'Next for you'}
        </h2>
        <h3 className={classes.title}>{event.title}</h3>
        <p className={classes.access}>
          {event.programTitle ? `${event.programTitle}, ${event.host}` : event.host}
        </p>
        <p className={`${classes.when} tabular`}>
          <span>{dayWords(event)}</span>
          <span>
            {timeWords(event)}
            <Zone />
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
          <p className={`${classes.access} tabular`}>
            {wait.words}
            {wait.hasTime && <Zone />}
          </p>
        )}
      </div>
    </section>
  );
}

export const isLiveEvent = (entry: NextEntry | undefined): entry is NextLive =>
  entry !== undefined && entry.startsAt !== null && entry.endsAt !== null;
