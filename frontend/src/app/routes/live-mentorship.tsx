import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { mentorshipDetail } from '../../features/live/queries';
import { formatDay, formatTimeRange } from '../../shared/lib/dates';
import { Price } from '../../shared/ui/Price';
import { ItemPage } from '../ItemPage';

export default function LiveMentorship() {
  const { mentorshipId = '' } = useParams<'mentorshipId'>();
  const {
    data: { data: mentorship },
  } = useSuspenseQuery(mentorshipDetail(mentorshipId));
  return (
    <ItemPage
      title={mentorship.title}
      lead={mentorship.long_description}
      cover={mentorship.mentorbannerurl}
      facts={[
        ['First day', formatDay(mentorship.start_date)],
        ['Last day', formatDay(mentorship.end_date)],
        ['Time (India)', formatTimeRange(mentorship.start_date, mentorship.end_date)],
        ['Mentor', mentorship.mentor_details.name],
      ]}
      price={<Price offer={mentorship.price} markup={mentorship.markup_price} size="l" />}
    >
      The schedule and booking for this mentorship are being prepared.
    </ItemPage>
  );
}
