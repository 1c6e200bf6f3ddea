import { AppLink } from '../../../shared/ui/AppLink';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Zone } from '../../../shared/ui/Zone';
import { dayWords, timeWords } from '../lib/when';
import type { Confirmed } from '../queries';
import rows from './BookedRow.module.css';
import { DayTile } from './DayTile';

type Event = Confirmed['events'][number];

/** What a confirmation confirms, each with its file for a calendar. Twin: templates/parts/confirmed_event.html. */
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
            <DayTile moment={event.startsAt} />
            <div className={rows.words}>
              <h3 id={`booked-${event._id}`} className={rows.title}>
                <AppLink className={rows.link} to={event.href}>
                  {event.title}
                </AppLink>
              </h3>
              <p className={rows.by}>
                {event.programTitle ? `${event.programTitle}, ${event.host}` : event.host}
              </p>
              <p className={`${rows.when} tabular`}>
                <span>{dayWords(event)}</span>
                <span>
                  {timeWords(event)}
                  <Zone />
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
