import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { webinarDetail } from '../../features/live/detailQueries';
import { fromWebinar } from '../../features/live/lib/event';
import { EventRoute, lookAgain } from '../EventRoute';

/** The server writes the same markup before React comes: templates/pages/event.html. */
export default function LiveWebinar() {
  const { webinarsId = '' } = useParams<'webinarsId'>();
  const { data } = useSuspenseQuery({
    ...webinarDetail(webinarsId),
    refetchInterval: ({ state }) => lookAgain(state.data && fromWebinar(state.data.data)),
  });
  return <EventRoute event={fromWebinar(data.data)} />;
}
