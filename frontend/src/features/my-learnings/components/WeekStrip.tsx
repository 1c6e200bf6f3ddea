import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { meetingsOfWeek, shortTime } from '../lib/week';
import type { CalendarEntry } from '../queries';
import classes from './WeekStrip.module.css';

interface Props {
  entries: readonly CalendarEntry[];
  now: number;
}

/** What is booked within seven days, each with its way in. */
export function WeekStrip({ entries, now }: Props) {
  const meetings = meetingsOfWeek(entries, now);
  if (meetings.length === 0) return null;
  return (
    <section className={classes.root} aria-labelledby="week">
      <h2 id="week" className={classes.title}>
        Next 7 days
      </h2>
      <ol className={classes.list}>
        {meetings.map((entry) => (
          <li key={entry._id + entry.meetingId} className={classes.meeting}>
            <p className={`${classes.when} tabular`}>
              {shortTime(entry)}
              <TimeZone />
              {entry.status === 'live' && <Badge tone="live">LIVE</Badge>}
            </p>
            <p className={classes.what}>
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
