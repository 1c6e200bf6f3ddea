import { formatDay, formatTimeRange, phaseOf } from '../../../shared/lib/dates';
import { storeSelectedId } from '../../../shared/lib/selection';
import { Price } from '../../../shared/ui/Price';
import type { WebinarCard } from '../queries';
import { EventCard } from './EventCard';

interface Props {
  webinar: WebinarCard;
  now: number;
  eager?: boolean;
}

export function WebinarEvent({ webinar, now, eager = false }: Props) {
  const { webinarTime, webinarEndTime } = webinar;
  return (
    <EventCard
      to={`/live-webinars/${webinar.weburlname}`}
      banner={webinar.smallBanner}
      title={webinar.title}
      host={webinar.hostProfilename}
      hostImage={webinar.hostImage}
      language={webinar.language}
      day={formatDay(webinarTime)}
      times={formatTimeRange(webinarTime, webinarEndTime)}
      isLive={phaseOf(webinarTime, webinarEndTime, now) === 'live'}
      price={<Price price={webinar.priceWithGst} markup={webinar.markupPriceWithGst} />}
      eager={eager}
      onOpen={() => storeSelectedId('selectedWebinar', webinar._id)}
    />
  );
}
