import { clashesWith } from '../../../shared/lib/clashes';
import { formatNearDay, formatTimeRange, phaseOf } from '../../../shared/lib/dates';
import type { TimeframeEntry } from '../bookingQueries';
import type { CalendarEntry } from '../queries';

export interface OpenSession {
  id: string;
  name: string;
  startsAt: string;
  endsAt: string;
  isFull: boolean;
  /** Whole rupees, without GST. */
  price: number;
  /** Set if it is worth showing. */
  fewSeatsLeft: number | null;
  /** Titles of other bookings at that time. */
  clashes: string[];
}

type Session = TimeframeEntry['session'];

interface Options {
  programId: string;
  /** The booking to be changed; its own time is not a clash. */
  bookingId: string;
  timeframe: readonly TimeframeEntry[];
  /** All sessions of the program; full ones are listed too. */
  all: readonly Session[];
  calendar: readonly CalendarEntry[];
  now: number;
}

/** The sessions to choose from, soonest first; full ones cannot be chosen. */
export function openSessions({
  programId,
  bookingId,
  timeframe,
  all,
  calendar,
  now,
}: Options): OpenSession[] {
  const open = timeframe
    .filter(({ program, bookingId: own }) => program._id === programId && own === null)
    .map(({ session }) => session);
  const known = new Set(timeframe.map(({ session }) => session._id));
  const full = all.filter(({ _id, full, booked }) => full && !booked && !known.has(_id));
  const others = calendar.filter(({ _id }) => _id !== bookingId).map(occasionOf);
  return [...open, ...full]
    .filter(({ date, endDate }) => phaseOf(date, endDate, now) === 'upcoming')
    .sort((one, other) => Date.parse(one.date) - Date.parse(other.date))
    .map((session) => ({
      id: session._id,
      name: session.sessionName,
      startsAt: session.date,
      endsAt: session.endDate,
      isFull: session.full,
      price: session.basePricePerSession,
      fewSeatsLeft: session.fewSeatsLeft,
      clashes: clashingTitles(session, others),
    }));
}

const occasionOf = ({ meetingId, title, startsAt, endsAt }: CalendarEntry) => ({
  ...{ id: meetingId, start: startsAt, end: endsAt, title },
});

function clashingTitles(session: Session, others: readonly ReturnType<typeof occasionOf>[]): string[] {
  const own = { id: session._id, title: '', start: session.date, end: session.endDate };
  return [...new Set(clashesWith(own, others).map(({ title }) => title))];
}

/** 'Wed 25 Nov, 3:00 PM – 4:30 PM' */
export const sessionTimeText = ({ startsAt, endsAt }: Pick<OpenSession, 'startsAt' | 'endsAt'>) =>
  `${formatNearDay(startsAt)}, ${formatTimeRange(startsAt, endsAt)}`;

/** The default choice: the soonest session without a clash. */
export const firstChoice = (sessions: readonly OpenSession[]): string | undefined => {
  const open = sessions.filter(({ isFull }) => !isFull);
  return (open.find(({ clashes }) => clashes.length === 0) ?? open[0])?.id;
};
