import { useAuth } from '../../features/account/queries';
import { EventBox } from '../../features/live/components/EventBox';
import { EventPage } from '../../features/live/components/EventPage';
import type { LiveEvent } from '../../features/live/lib/event';
import '../dialogs/registerCheckout';
import { useTitle } from '../page/useTitle';

/** The page of a webinar or a mentorship. */
export function EventRoute({ event }: { event: LiveEvent }) {
  const { isAuthenticated } = useAuth();
  useTitle(event.title);
  return <EventPage event={event} box={<EventBox event={event} isMember={isAuthenticated} />} />;
}
