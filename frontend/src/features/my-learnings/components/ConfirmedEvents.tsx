import { AppLink } from '../../../shared/ui/AppLink';
import { CalendarLinks } from '../../../shared/ui/CalendarLinks';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { byline, dayText, timeText } from '../lib/eventTimes';
import type { Confirmed } from '../queries';
import * as rows from './BookingRow.module.css';

type Event = Confirmed['events'][number];

/** The confirmed bookings, each with its calendar file; of a mentorship its meetings. */
export function ConfirmedEvents({
  events,
  className,
}: {
  events: readonly Event[];
  className?: string | undefined;
}) {
  return (
    <ul className={`surface divided ${className}`}>
      {events.map((event) => (
        <li key={event.meetingId}>
          <article
            className={`stack items-center ${rows.root}`}
            aria-labelledby={`booked-${event.meetingId}`}
          >
            <p className={`row text-s weight-600 ${rows.when} tabular`}>
              <span>{dayText(event)}</span>
              <span>
                {timeText(event)}
                <TimeZone />
              </span>
            </p>
            <div className={rows.text}>
              <h3
                id={`booked-${event.meetingId}`}
                className={`text-s weight-600 leading-snug pretty ${rows.title}`}
              >
                <AppLink className={`block py-2 ${rows.link}`} to={event.href}>
                  {event.title}
                </AppLink>
              </h3>
              <p className={rows.by}>{byline(event)}</p>
            </div>
            <div className={rows.actions}>
              <CalendarLinks
                item={event.status === 'completed' ? null : calendarItemOf(event)}
                // The file of a mentorship has all its meetings.
                file={event.kind === 'mentorship' && events.length > 1 ? undefined : calendarFileOf(event)}
                describedBy={`booked-${event.meetingId}`}
              />
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}

const calendarItemOf = ({ programTitle, title, meetingTitle, host, startsAt, endsAt }: Event) => ({
  title: [programTitle, title, meetingTitle].filter(Boolean).join(': '),
  ...{ host, startsAt, endsAt, path: '/my-learnings' },
});

export const calendarFileOf = ({ kind, _id, itemId }: Event) =>
  kind === 'session'
    ? `/api/learning/session-user/${_id}/calendar.ics`
    : `/api/live/${kind}/${itemId}/calendar.ics`;
