import { formatDay, formatDeadline, formatNearDay, isBetween } from '../../../shared/lib/dates';
import type { BookedMentorship, BookedWebinar, Credit, SessionBooking } from '../bookingQueries';
import { joinText, type Span } from './eventTimes';

/** A booking of any kind. */
export interface BookedItem {
  id: string;
  title: string;
  /** A session's program. */
  programTitle: string | null;
  host: string;
  startsAt: string;
  endsAt: string;
  href: string;
  joinUrl: string | null;
  recordingUrl: string | null;
  calendarUrl: string;
  /** Set after staff called it off, until the owner has chosen. */
  calledOff: CalledOff | null;
  /** Only sessions can be changed, up to this time. */
  change: { isOpen: boolean; before: string } | null;
}

export type CalledOff = NonNullable<SessionBooking['calledOff']>;

export type BookingStatus = 'upcoming' | 'live' | 'completed';

export const itemFromSession = (booking: SessionBooking): BookedItem => ({
  id: booking._id,
  title: booking.session.sessionName,
  programTitle: booking.program.title,
  host: booking.program.mentor_details.name,
  startsAt: booking.session.date,
  endsAt: booking.session.endDate,
  href: `/live-trading/${booking.program.weburlname}`,
  joinUrl: booking.joinUrl,
  recordingUrl: booking.recordingUrl,
  calendarUrl: `/api/learning/session-user/${booking._id}/calendar.ics`,
  calledOff: booking.calledOff,
  change: { isOpen: booking.canChange, before: booking.changeBefore },
});

export const itemFromWebinar = (webinar: BookedWebinar): BookedItem => ({
  id: webinar._id,
  title: webinar.title,
  programTitle: null,
  host: webinar.hostProfilename,
  startsAt: webinar.webinarTime,
  endsAt: webinar.webinarEndTime,
  href: `/live-webinars/${webinar.weburlname}`,
  joinUrl: webinar.joinUrl,
  recordingUrl: webinar.recordingUrl,
  calendarUrl: `/api/live/webinar/${webinar._id}/calendar.ics`,
  calledOff: webinar.calledOff,
  change: null,
});

export const itemFromMentorship = (mentorship: BookedMentorship): BookedItem => ({
  id: mentorship._id,
  title: mentorship.title,
  programTitle: null,
  host: mentorship.mentor_details.name,
  startsAt: mentorship.start_date,
  endsAt: mentorship.end_date,
  href: `/live-mentorships/${mentorship.weburlname}`,
  joinUrl: mentorship.joinUrl,
  recordingUrl: mentorship.recordingUrl,
  calendarUrl: `/api/live/mentorship/${mentorship._id}/calendar.ics`,
  calledOff: mentorship.calledOff,
  change: null,
});

type Timed = Span & { calledOff?: BookedItem['calledOff'] };

export function bookingStatus({ startsAt, endsAt, calledOff }: Timed, now: number): BookingStatus {
  // It waits for the owner's choice, whatever its date.
  if (calledOff) return 'upcoming';
  if (isBetween(now, startsAt, endsAt)) return 'live';
  return Date.parse(startsAt) > now ? 'upcoming' : 'completed';
}

/** Notes for the owner; `hasTime` if the text contains a time of day. */
export function notesOf(booked: BookedItem, now: number): { text: string; hasTime: boolean }[] {
  if (booked.calledOff) return [{ text: booked.calledOff.reason, hasTime: false }];
  const status = bookingStatus(booked, now);
  if (status === 'completed') {
    return booked.recordingUrl ? [] : [{ text: 'The recording is not available yet.', hasTime: false }];
  }
  const notes = [];
  if (!booked.joinUrl) notes.push(joinText(booked, now));
  if (booked.change && status === 'upcoming') {
    const { isOpen, before } = booked.change;
    const until = formatDeadline(before);
    const text = isOpen ? `Swap or cancel until ${until}` : `Changes closed on ${until}`;
    notes.push({ text, hasTime: true });
  }
  return notes;
}

/** The state of a cancelled session's credit. */
export function creditText(credit: Credit, now: number): string {
  const became = credit.assignedSession;
  if (became) return `Used for ${became.sessionName} on ${formatNearDay(became.date)}`;
  if (credit.assignedTo) return 'Used for another session';
  if (!credit.creditEndsAt) return 'Cancelled';
  const end = formatDay(credit.creditEndsAt);
  return Date.parse(credit.creditEndsAt) > now ? `One session, use it by ${end}` : `Expired on ${end}`;
}

export const isUsable = ({ assignedTo, creditEndsAt }: Credit, now: number): boolean =>
  !assignedTo && creditEndsAt !== null && Date.parse(creditEndsAt) > now;
