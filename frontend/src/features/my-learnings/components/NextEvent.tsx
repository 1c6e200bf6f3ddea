import { Badge } from '../../../shared/ui/Badge';
import { JoinLink } from '../../../shared/ui/JoinLink';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { byline, dayText, joinText, timeText } from '../lib/eventTimes';
import type { NextEntry } from '../queries';
import * as classes from './NextStep.module.css';

export type NextLive = NextEntry & { startsAt: string; endsAt: string; joinOpensAt: string };

/** The next live event. */
export function NextEvent({ event }: { event: NextLive }) {
  const isLive = event.status === 'live';
  const wait = joinText(event);
  return (
    <section className={`band ${classes.root} ${classes.live}`} aria-labelledby="next">
      <div className={`stack justify-items-start gap-3 min-w-0 ${classes.text}`}>
        <h2 id="next" className="ink-2 text-s tracking-0">
          {isLive ? 'Live now' : 'Up next'}
        </h2>
        <h3 className={`pretty anywhere ${classes.title}`}>{event.title}</h3>
        <p className="ink-2 text-s">{byline(event)}</p>
        <p className="cluster items-center gap-1 gap-x-3 weight-550 tabular">
          <span>{dayText(event)}</span>
          <span>
            {timeText(event)}
            <TimeZone />
          </span>
          {isLive && <Badge tone="live">LIVE</Badge>}
        </p>
        {event.joinUrl ? (
          <JoinLink
            className="mt-2"
            size="l"
            meetingId={event.meetingId ?? event.itemId}
            href={event.joinUrl}
          >
            Join
            <span className="visually-hidden">{event.title}</span>
          </JoinLink>
        ) : (
          wait && (
            <p className="ink-2 text-s tabular">
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
