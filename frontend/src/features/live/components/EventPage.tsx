import { type ReactNode, useId } from 'react';
import { formatDay, formatNearDay, formatTimeRange } from '../../../shared/lib/dates';
import { langOf } from '../../../shared/lib/i18n';
import { Badge } from '../../../shared/ui/Badge';
import { MeetingList } from '../../../shared/ui/MeetingList';
import { TimeZone } from '../../../shared/ui/TimeZone';
import * as columns from '../../../shared/ui/TwoColumns.module.css';
import type { LiveEvent } from '../lib/event';
import { gains } from '../lib/eventOffer';
import { Crumbs, Host, Language, Lines, Steps } from './EventParts';

const LISTS = {
  webinar: { to: '/live-webinars', name: 'Live webinars', host: 'Your mentor' },
  mentorship: { to: '/live-mentorships', name: 'Live mentorships', host: 'Your mentor' },
} as const;

/** A webinar or a mentorship. */
export function EventPage({ event, box }: { event: LiveEvent; box: ReactNode }) {
  const id = useId();
  const list = LISTS[event.kind];
  return (
    <article className={`container ${columns.root}`}>
      <header>
        <Crumbs {...list} subject={event.category} />
        <h1 lang={langOf(event.title)}>{event.title}</h1>
        <When event={event} />
        <Language of={event} />
      </header>
      {box}
      <div className={`stack gap-10 columns-1 ${columns.body}`}>
        {event.description && <p>{event.description}</p>}
        {event.agenda.length > 0 && (
          <section aria-labelledby={`${id}-agenda`}>
            <h2 id={`${id}-agenda`}>What it covers</h2>
            <Steps lines={event.agenda} />
          </section>
        )}
        {event.kind === 'mentorship' && event.meetings.length > 0 && (
          <section aria-labelledby={`${id}-meetings`}>
            <h2 id={`${id}-meetings`}>Meetings</h2>
            <MeetingList meetings={event.meetings} isBooked={event.isBooked} />
          </section>
        )}
        <section aria-labelledby={`${id}-gains`}>
          <h2 id={`${id}-gains`}>What you get</h2>
          <Lines lines={gains(event)} />
        </section>
        <section aria-labelledby={`${id}-host`}>
          <h2 id={`${id}-host`}>{list.host}</h2>
          <Host host={event.host} />
        </section>
      </div>
    </article>
  );
}

function When({ event: { start, end, status, pattern, group, meetings } }: { event: LiveEvent }) {
  if (pattern) {
    const next = meetings.find((meeting) => meeting.status === 'planned');
    const day = next && `${next === meetings[0] ? 'from' : 'next on'} ${formatNearDay(next.start_date)}`;
    return (
      <p className="cluster items-center gap-1 gap-x-4 mt-4 text-l leading-snug tabular">
        <span className="weight-650">
          {pattern}
          <TimeZone />
          {day && `, ${day}`}
          {group}
        </span>
        {status === 'live' && <Badge tone="live">LIVE</Badge>}
      </p>
    );
  }
  const [first, last] = [formatDay(start), formatDay(end)];
  return (
    <p className="cluster items-center gap-1 gap-x-4 mt-4 text-l leading-snug tabular">
      <span className="weight-650">{first === last ? first : `${first} – ${last}`}</span>
      <span className="ink-2">
        {formatTimeRange(start, end)}
        <TimeZone />
      </span>
      {status === 'live' && <Badge tone="live">LIVE</Badge>}
    </p>
  );
}
