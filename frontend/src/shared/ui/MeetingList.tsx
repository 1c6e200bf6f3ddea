import { formatDay, formatTime, formatTimeRange } from '../lib/dates';
import { langOf } from '../lib/i18n';
import { Badge } from './Badge';
import { ButtonLink } from './ButtonLink';
import * as classes from './MeetingList.module.css';
import { TimeZone } from './TimeZone';

export interface MeetingLine {
  _id: string;
  title: string;
  start_date: string;
  end_date: string;
  status: 'planned' | 'live' | 'over' | 'cancelled';
  isMoved: boolean;
  joinFrom: string;
  recording: { ready: boolean } | null;
}

interface Props {
  meetings: readonly MeetingLine[];
  /** Whether the person has a seat. */
  isBooked: boolean;
}

/** The meetings of a mentorship, one by one. */
export function MeetingList({ meetings, isBooked }: Props) {
  const next = meetings.find(({ status }) => status === 'planned');
  return (
    <ol className="stack divided measure mt-4">
      {meetings.map((meeting) => (
        <li
          key={meeting._id}
          className={`cluster items-center justify-between gap-2 gap-x-4 py-3 ${classes.line}`}
          data-status={meeting.status}
        >
          <div className="stack gap-1">
            <p className={`weight-600 ${classes.title}`} lang={langOf(meeting.title)}>
              {meeting.title}
            </p>
            <p className={`cluster gap-x-3 ink-2 text-s ${classes.when} tabular`}>
              <span>{formatDay(meeting.start_date)}</span>
              <span>
                {formatTimeRange(meeting.start_date, meeting.end_date)}
                <TimeZone />
              </span>
            </p>
            {isBooked && meeting === next && (
              <p className={`cluster gap-x-3 ink-2 text-s ${classes.when} tabular`}>
                Join from {formatTime(meeting.joinFrom)}
                <TimeZone />
              </p>
            )}
          </div>
          <div className="cluster items-center gap-3">
            <State meeting={meeting} />
            {meeting.recording?.ready && (
              <ButtonLink size="s" variant="secondary" to={`/recordings/${meeting._id}`}>
                Watch
                <span className="visually-hidden"> the recording of {meeting.title}</span>
              </ButtonLink>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function State({ meeting: { status, isMoved } }: { meeting: MeetingLine }) {
  switch (status) {
    case 'live':
      return <Badge tone="live">LIVE</Badge>;
    case 'over':
      return <Badge>Over</Badge>;
    case 'cancelled':
      return <Badge tone="warning">Cancelled</Badge>;
    default:
      return isMoved ? <Badge tone="warning">New time</Badge> : null;
  }
}

/** '2 of 6 meetings are over', or null. */
export function overText(meetings: readonly MeetingLine[]): string | null {
  const held = meetings.filter(({ status }) => status !== 'cancelled');
  const over = held.filter(({ status }) => status === 'over').length;
  if (over === 0 || over === held.length) return null;
  return `${over} of ${held.length} meetings ${over === 1 ? 'is' : 'are'} over.`;
}
