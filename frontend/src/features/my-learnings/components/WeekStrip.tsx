import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { meetingsOfWeek, shortTime } from '../lib/week';
import type { CalendarEntry, NextEntry } from '../queries';
import * as classes from './WeekStrip.module.css';

interface Props {
  entries: readonly CalendarEntry[];
  now: number;
  /** What is above it already. */
  above: NextEntry | undefined;
}

/** What else is booked within seven days, each with its way in. */
export function WeekStrip({ entries, now, above }: Props) {
  const meetings = meetingsOfWeek(entries, now).filter(
    ({ _id, meetingId }) => _id !== above?._id || meetingId !== above.meetingId,
  );
  if (meetings.length === 0) return null;
  return (
    <section className="stack gap-3" aria-labelledby="week">
      <h2 id="week" className="text-l">
        {above ? 'Also in the next 7 days' : 'Next 7 days'}
      </h2>
      <ol className={classes.list}>
        {meetings.map((entry) => (
          <li key={entry._id + entry.meetingId} className={classes.meeting}>
            <p className={`cluster items-center gap-x-2 text-s weight-600 ${classes.when} tabular`}>
              {shortTime(entry)}
              <TimeZone />
              {entry.status === 'live' && <Badge tone="live">LIVE</Badge>}
            </p>
            <p className={`ink-2 text-s ellipsis ${classes.what}`}>
              <AppLink className={classes.link} to={entry.href}>
                {entry.title}
              </AppLink>
            </p>
            {entry.joinUrl && (
              <ButtonLink size="s" href={entry.joinUrl} target="_blank" rel="noreferrer">
                Join
                <span className="visually-hidden">{entry.title}</span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
