import { formatDay, formatTimeRange, phaseOf } from '../../../shared/lib/dates';
import { storeSelectedId } from '../../../shared/lib/selection';
import { Price } from '../../../shared/ui/Price';
import type { MentorshipCard } from '../queries';
import { EventCard } from './EventCard';

export function MentorshipEvent({ mentorship, now }: { mentorship: MentorshipCard; now: number }) {
  const { start_date, end_date } = mentorship;
  return (
    <EventCard
      to={`/live-mentorships/${mentorship.weburlname}`}
      banner={mentorship.smallBanner}
      title={mentorship.title}
      host={mentorship.mentor_details.name}
      hostImage={mentorship.mentor_details.image}
      day={`${formatDay(start_date)} – ${formatDay(end_date)}`}
      times={formatTimeRange(start_date, end_date)}
      isLive={phaseOf(start_date, end_date, now) === 'live'}
      price={<Price offer={mentorship.price} markup={mentorship.markup_price} />}
      onOpen={() => storeSelectedId('selectedMentorship', mentorship._id)}
    />
  );
}
