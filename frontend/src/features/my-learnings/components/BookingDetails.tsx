import { CalendarLinks } from '../../../shared/ui/CalendarLinks';
import { MeetingList } from '../../../shared/ui/MeetingList';
import { type BookedItem, calendarItemOf } from '../lib/bookings';

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
