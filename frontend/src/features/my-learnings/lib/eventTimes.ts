import { dayKey, formatDay, formatDeadline, formatTime, formatTimeRange } from '../../../shared/lib/dates';
import type { SessionBooking } from '../bookingQueries';

export interface Span {
  startsAt: string;
  endsAt: string;
}

/** 'Tue, 24 Nov 2026', or first and last day. */
export function dayText({ startsAt, endsAt }: Span): string {
  const isOver = Date.parse(endsAt) - Date.parse(startsAt) >= 86_400_000;
  return isOver ? `${formatDay(startsAt)} – ${formatDay(endsAt)}` : formatDay(startsAt);
}

export const timeText = ({ startsAt, endsAt }: Span) => formatTimeRange(startsAt, endsAt);

/** 'Order Flow Live, Arjun Deshmukh': a session's program or what a meeting is about, and the host. */
export const byline = ({ programTitle, meetingTitle, host }: Byline): string =>
  [programTitle ?? meetingTitle, host].filter(Boolean).join(', ');

interface Byline {
  programTitle: string | null;
  meetingTitle: string | null;
  host: string;
}

export interface Note {
  text: string;
  /** Whether the text contains a time of day. */
  hasTime: boolean;
}

interface Joinable {
  offer: SessionBooking['offer'] | null;
  startsAt: string;
  joinOpensAt: string;
}

/** Why the owner cannot join now, and from when they can. */
export function joinText({ offer, startsAt, joinOpensAt }: Joinable): Note | null {
  switch (offer) {
    case 'wait': {
      // For an event just after midnight the room opens the day before.
      const isSameDay = dayKey(joinOpensAt) === dayKey(startsAt);
      const opens = isSameDay ? formatTime(joinOpensAt) : formatDeadline(joinOpensAt);
      return { text: `Join from ${opens}`, hasTime: true };
    }
    case 'linkPending':
      return { text: 'The join link is not available yet', hasTime: false };
    case 'proEnded':
      return { text: 'You booked this with Pro, which has ended', hasTime: false };
    default:
      return null;
  }
}
