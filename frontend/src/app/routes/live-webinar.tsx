import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { webinarDetail } from '../../features/live/queries';
import { formatDay, formatTimeRange } from '../../shared/lib/dates';
import { Price } from '../../shared/ui/Price';
import { ItemPage } from '../ItemPage';

export default function LiveWebinar() {
  const { webinarsId = '' } = useParams<'webinarsId'>();
  const {
    data: { data: webinar },
  } = useSuspenseQuery(webinarDetail(webinarsId));
  return (
    <ItemPage
      title={webinar.title}
      lead={webinar.long_description}
      cover={webinar.bannerImageUrl}
      facts={[
        ['Day', formatDay(webinar.webinarTime)],
        ['Time (India)', formatTimeRange(webinar.webinarTime, webinar.webinarEndTime)],
        ['Host', webinar.hostProfilename],
      ]}
      price={<Price offer={webinar.price} markup={webinar.markup_price} size="l" />}
    >
      The agenda and booking for this webinar are being prepared.
    </ItemPage>
  );
}
