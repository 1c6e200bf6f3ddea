import { AppLink } from '../../../shared/ui/AppLink';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { dayText, timeText } from '../lib/eventTimes';
import type { Confirmed } from '../queries';
import rows from './BookingRow.module.css';
import { DayTile } from './DayTile';

type Event = Confirmed['events'][number];

/** The confirmed bookings, each with its calendar file. */
export function ConfirmedEvents({
  events,
  className,
}: {
  events: readonly Event[];
  className?: string | undefined;
}) {
  return (
    <ul className={`${rows.list} ${className}`}>
      {events.map((event) => (
        <li key={event._id}>
          <article className={rows.root} aria-labelledby={`booked-${event._id}`}>
            <DayTile datetime={event.startsAt} />
            <div className={rows.text}>
              <h3 id={`booked-${event._id}`} className={rows.title}>
                <AppLink className={rows.link} to={event.href}>
                  {event.title}
                </AppLink>
              </h3>
              <p className={rows.by}>
                {event.programTitle ? `${event.programTitle}, ${event.host}` : event.host}
              </p>
              <p className={`${rows.when} tabular`}>
                <span>{dayText(event)}</span>
                <span>
                  {timeText(event)}
                  <TimeZone />
                </span>
              </p>
            </div>
            <div className={rows.actions}>
              <ButtonLink
                variant="secondary"
                href={fileOf(event)}
                download
                aria-describedby={`booked-${event._id}`}
              >
                Add to calendar
              </ButtonLink>
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}

const fileOf = ({ kind, _id, itemId }: Event) =>
  kind === 'session'
    ? `/api/learning/session-user/${_id}/calendar.ics`
    : `/api/live/${kind}/${itemId}/calendar.ics`;
