import { useAuth } from '../../features/account/queries';
import { EventBox } from '../../features/live/components/EventBox';
import { EventPage } from '../../features/live/components/EventPage';
import type { LiveEvent } from '../../features/live/lib/event';
import { nextRefresh } from '../../features/live/lib/eventOffer';
import '../dialogs/registerCheckout';
import { useNow } from '../page/useNow';
import { useTitle } from '../page/useTitle';

/** The page of a webinar or a mentorship. */
export function EventRoute({ event }: { event: LiveEvent }) {
  const { user, isAuthenticated } = useAuth();
  const now = useNow();
  const [subscription] = user?.activeLearnProSubscriptions ?? [];
  useTitle(event.title);
  return (
    <EventPage
      event={event}
      now={now}
      box={
        <EventBox
          event={event}
          now={now}
          isMember={isAuthenticated}
          hasPro={subscription?.active === true && subscription.kind === 'paid'}
        />
      }
    />
  );
}

/** Refetches when the room opens or closes. */
export const eventRefetchInterval = (event: LiveEvent | undefined): number | false =>
  event !== undefined && nextRefresh(event, Date.now());
