import { useAuth } from '../features/account/queries';
import { EventBox } from '../features/live/components/EventBox';
import { EventPage } from '../features/live/components/EventPage';
import type { LiveEvent } from '../features/live/lib/event';
import { nextLook } from '../features/live/lib/eventOffer';
import './selling';
import { useNow } from './useNow';
import { useTitle } from './useTitle';

/** The page of a webinar or a mentorship, for whoever looks at it. */
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

/** The room opens and closes at its time: a page that stands open asks for it then. */
export const lookAgain = (event: LiveEvent | undefined): number | false =>
  event !== undefined && nextLook(event, Date.now());
