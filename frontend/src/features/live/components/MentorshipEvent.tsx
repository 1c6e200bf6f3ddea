import { formatDay, phaseOf } from '../../../shared/lib/dates';
import { storeSelectedId } from '../../../shared/lib/selection';
import { Price } from '../../../shared/ui/Price';
import type { MentorshipCard } from '../queries';
import { EventCard } from './EventCard';

interface Props {
  mentorship: MentorshipCard;
  now: number;
  eager?: boolean;
}

export function MentorshipEvent({ mentorship, now, eager = false }: Props) {
  const { start_date, end_date } = mentorship;
  return (
    <EventCard
      to={`/live-mentorships/${mentorship.weburlname}`}
      banner={mentorship.smallBanner}
      title={mentorship.title}
      host={mentorship.mentor_details.name}
      hostImage={mentorship.mentor_details.image}
      language={mentorship.language}
      day={`${formatDay(start_date)} – ${formatDay(end_date)}`}
      times={mentorship.meetingsSummary}
      isLive={mentorship.meetingTimes.some(({ start, end }) => phaseOf(start, end, now) === 'live')}
      price={<Price price={mentorship.priceWithGst} markup={mentorship.markupPriceWithGst} />}
      eager={eager}
      onOpen={() => storeSelectedId('selectedMentorship', mentorship._id)}
    />
  );
}
