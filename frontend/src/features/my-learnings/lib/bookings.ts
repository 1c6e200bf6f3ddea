import { formatDay, formatDeadline, formatNearDay } from '../../../shared/lib/dates';
import type { BookedMentorship, BookedWebinar, Credit, SessionBooking } from '../bookingQueries';
import { joinText, type Note } from './eventTimes';

/** A booking of any kind. */
export interface BookedItem {
  id: string;
  title: string;
  /** A session's program. */
  programTitle: string | null;
  host: string;
  startsAt: string;
  endsAt: string;
  joinOpensAt: string;
  status: SessionBooking['status'];
  offer: SessionBooking['offer'];
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

const factsOf = ({
  joinOpensAt,
  status,
  offer,
  joinUrl,
  recordingUrl,
  calledOff,
}: SessionBooking | BookedWebinar | BookedMentorship) => ({
  ...{ joinOpensAt, status, offer, joinUrl, recordingUrl, calledOff },
});

export const itemFromSession = (booking: SessionBooking): BookedItem => ({
  id: booking._id,
  title: booking.session.sessionName,
  programTitle: booking.program.title,
  host: booking.program.mentor_details.name,
  startsAt: booking.session.date,
  endsAt: booking.session.endDate,
  href: `/live-trading/${booking.program.weburlname}`,
  ...factsOf(booking),
  calendarUrl: `/api/learning/session-user/${booking._id}/calendar.ics`,
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
  ...factsOf(webinar),
  calendarUrl: `/api/live/webinar/${webinar._id}/calendar.ics`,
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
  ...factsOf(mentorship),
  calendarUrl: `/api/live/mentorship/${mentorship._id}/calendar.ics`,
  change: null,
});

/** Notes for the owner. */
export function notesOf(booked: BookedItem): Note[] {
  if (booked.calledOff) return [{ text: booked.calledOff.reason, hasTime: false }];
  if (booked.offer === 'recordingPending') {
    return [{ text: 'The recording is not available yet.', hasTime: false }];
  }
  const join = joinText(booked);
  const notes = join ? [join] : [];
  if (booked.change && booked.status === 'upcoming') {
    const { isOpen, before } = booked.change;
    const until = formatDeadline(before);
    const text = isOpen ? `Swap or cancel until ${until}` : `Changes closed on ${until}`;
    notes.push({ text, hasTime: true });
  }
  return notes;
}

/** The state of a cancelled session's credit. */
export function creditText({ offer, assignedSession, creditEndsAt }: Credit): string {
  const end = creditEndsAt && formatDay(creditEndsAt);
  switch (offer) {
    case 'reassign':
      return `One session, use it by ${end}`;
    case 'creditUsed':
      return assignedSession
        ? `Used for ${assignedSession.sessionName} on ${formatNearDay(assignedSession.date)}`
        : 'Used for another session';
    default:
      return `Expired on ${end}`;
  }
}
