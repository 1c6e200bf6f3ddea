import { useQuery } from '@tanstack/react-query';
import { clashesWith, type Occasion } from '../../../shared/lib/clashes';
import { formatNearDay, formatTime } from '../../../shared/lib/dates';
import { bookedTimes } from '../detailQueries';

interface Props {
  /** When the member would have to attend. */
  times: readonly Occasion[];
}

/** Says which booking is at the same time. It never keeps anybody from booking. */
export function ClashNote({ times }: Props) {
  const { data } = useQuery(bookedTimes());
  const booked = (data?.data ?? []).map(({ meetingId: id, ...time }) => ({ id, ...time }));
  const [first, ...others] = new Set(times.flatMap((one) => clashesWith(one, booked)));
  if (!first) return null;
  const hours = `${formatTime(first.start)} to ${formatTime(first.end)}`;
  return (
    <p role="note" className="mt-3 amber text-s weight-550 tabular">
      {times.length === 1
        ? `You already have ${first.title} at this time (${hours}).`
        : `You already have ${first.title} on ${formatNearDay(first.start)}, ${hours}.`}
      {others.length === 1 && ' Another booking of yours clashes too.'}
      {others.length > 1 && ` ${others.length} more bookings of yours clash too.`}
    </p>
  );
}
