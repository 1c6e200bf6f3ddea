import { formatDay, formatDeadline, formatNearDay, isBetween } from '../../../shared/lib/dates';
import type { BookedMentorship, BookedWebinar, Credit, SessionBooking } from '../bookedQueries';
import { joinWords, type Span } from './when';

/** Something live that somebody has booked, whatever its kind. */
export interface Booked {
  id: string;
  title: string;
  /** What it is part of: a session's program. */
  programTitle: string | null;
  host: string;
  startsAt: string;
  endsAt: string;
  href: string;
  joinUrl: string | null;
  recordingUrl: string | null;
  calendarUrl: string;
  /** The provider called it off, and its owner says what is to become of it. */
  calledOff: CalledOff | null;
  /** Sessions alone can be changed, until then. */
  change: { isOpen: boolean; before: string } | null;
}

export type CalledOff = NonNullable<SessionBooking['calledOff']>;

export type Standing = 'upcoming' | 'live' | 'completed';

export const ofSession = (booking: SessionBooking): Booked => ({
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

export const ofWebinar = (webinar: BookedWebinar): Booked => ({
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

export const ofMentorship = (mentorship: BookedMentorship): Booked => ({
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

// What follows has a twin in apps/site/own_events.py.

type Timed = Span & { calledOff?: Booked['calledOff'] };

export function standingOf({ startsAt, endsAt, calledOff }: Timed, now: number): Standing {
  // It waits for its owner's word, whatever its date.
  if (calledOff) return 'upcoming';
  if (isBetween(now, startsAt, endsAt)) return 'live';
  return Date.parse(startsAt) > now ? 'upcoming' : 'completed';
}

/** What its owner should know, each with a time of day in it or not. */
export function notesOf(booked: Booked, now: number): { words: string; hasTime: boolean }[] {
  if (booked.calledOff) return [{ words: booked.calledOff.reason, hasTime: false }];
  const standing = standingOf(booked, now);
  if (standing === 'completed') {
    return booked.recordingUrl ? [] : [{ words: 'There is no recording yet.', hasTime: false }];
  }
  const notes = [];
  if (!booked.joinUrl) notes.push(joinWords(booked, now));
  if (booked.change && standing === 'upcoming') {
    const { isOpen, before } = booked.change;
    const until = formatDeadline(before);
    const words = isOpen ? `Swap or cancel until ${until}` : `Changes were possible until ${until}`;
    notes.push({ words, hasTime: true });
  }
  return notes;
}

/** What a cancelled session is worth, or what became of it. */
export function creditWords(credit: Credit, now: number): string {
  const became = credit.assignedSession;
  if (became) return `Used for ${became.sessionName} on ${formatNearDay(became.date)}`;
  if (credit.assignedTo) return 'Used for another session';
  if (!credit.creditEndsAt) return 'Cancelled';
  const end = formatDay(credit.creditEndsAt);
  return Date.parse(credit.creditEndsAt) > now ? `One session, to be chosen by ${end}` : `Ended on ${end}`;
}

export const isUsable = ({ assignedTo, creditEndsAt }: Credit, now: number): boolean =>
  !assignedTo && creditEndsAt !== null && Date.parse(creditEndsAt) > now;
