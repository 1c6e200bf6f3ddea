import { formatDay, formatDeadline, formatNearDay } from '../../../shared/lib/dates';
import type { BookedMentorship, BookedWebinar, Credit, SessionBooking } from '../bookingQueries';
import { joinText, type Note } from './eventTimes';

/** A booking of any kind. */
export interface BookedItem {
  id: string;
  title: string;
  /** A session's program. */
  programTitle: string | null;
  /** What a mentorship's next meeting is about. */
  meetingTitle: string | null;
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
  meetings: SessionBooking['meetings'];
  /** Set after staff called it off, until the owner has chosen. */
  calledOff: CalledOff | null;
  /** The booking, if its seat can be given up. */
  giveUpId: string | null;
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
  meetings,
}: SessionBooking | BookedWebinar | BookedMentorship) => ({
  ...{ joinOpensAt, status, offer, joinUrl, recordingUrl, calledOff, meetings },
});

export const itemFromSession = (booking: SessionBooking): BookedItem => ({
  id: booking._id,
  title: booking.session.sessionName,
  programTitle: booking.program.title,
  meetingTitle: null,
  host: booking.program.mentor_details.name,
  startsAt: booking.session.date,
  endsAt: booking.session.endDate,
  href: `/live-trading/${booking.program.weburlname}`,
  ...factsOf(booking),
  calendarUrl: `/api/learning/session-user/${booking._id}/calendar.ics`,
  giveUpId: booking.canGiveUp ? booking._id : null,
  change: { isOpen: booking.canChange, before: booking.changeBefore },
});

export const itemFromWebinar = (webinar: BookedWebinar): BookedItem => ({
  id: webinar._id,
  title: webinar.title,
  programTitle: null,
  meetingTitle: null,
  host: webinar.hostProfilename,
  startsAt: webinar.webinarTime,
  endsAt: webinar.webinarEndTime,
  href: `/live-webinars/${webinar.weburlname}`,
  ...factsOf(webinar),
  calendarUrl: `/api/live/webinar/${webinar._id}/calendar.ics`,
  giveUpId: webinar.canGiveUp ? webinar.bookingId : null,
  change: null,
});

/** With the times of the meeting that is on or next, or of the last one. */
export const itemFromMentorship = (mentorship: BookedMentorship): BookedItem => {
  const held = mentorship.meetings.filter(({ status }) => status !== 'cancelled');
  const shown = held.find(({ status }) => status !== 'over') ?? held.at(-1);
  return {
    id: mentorship._id,
    title: mentorship.title,
    programTitle: null,
    meetingTitle: shown?.title ?? null,
    host: mentorship.mentor_details.name,
    startsAt: shown?.start_date ?? mentorship.start_date,
    endsAt: shown?.end_date ?? mentorship.end_date,
    href: `/live-mentorships/${mentorship.weburlname}`,
    ...factsOf(mentorship),
    calendarUrl: `/api/live/mentorship/${mentorship._id}/calendar.ics`,
    giveUpId: mentorship.canGiveUp ? mentorship.bookingId : null,
    change: null,
  };
};

/** Notes for the owner. */
export function notesOf(booked: BookedItem): Note[] {
  if (booked.calledOff) return [];
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
