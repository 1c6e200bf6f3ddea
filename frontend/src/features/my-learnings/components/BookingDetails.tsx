import { type CalendarItem, nextMeeting } from '../../../shared/lib/calendarLinks';
import { CalendarLinks } from '../../../shared/ui/CalendarLinks';
import { MeetingList } from '../../../shared/ui/MeetingList';
import type { BookedItem } from '../lib/bookings';

interface Props {
  booked: BookedItem;
  titleId: string;
  part: 'meetings' | 'calendar';
}

/** What a row shows once it is opened; loaded then. */
export default function BookingDetails({ booked, titleId, part }: Props) {
  return part === 'meetings' ? (
    <MeetingList meetings={booked.meetings} isBooked />
  ) : (
    <CalendarLinks item={calendarItemOf(booked)} file={booked.calendarUrl} describedBy={titleId} />
  );
}

/** For online calendars, whose forms take a single start: of a mentorship its next meeting. */
function calendarItemOf(booked: BookedItem): CalendarItem | null {
  const { title, programTitle, host, startsAt, endsAt } = booked;
  const item = { title, host, startsAt, endsAt, path: '/my-learnings' };
  if (booked.meetingTitle !== null) return nextMeeting(item, booked.meetings);
  return programTitle ? { ...item, title: `${programTitle}: ${title}` } : item;
}
