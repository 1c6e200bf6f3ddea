import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { mentorshipDetail } from '../../features/live/detailQueries';
import { fromMentorship } from '../../features/live/lib/event';
import { EventRoute, lookAgain } from '../EventRoute';

/** The server writes the same markup before React comes: templates/pages/event.html. */
export default function LiveMentorship() {
  const { mentorshipId = '' } = useParams<'mentorshipId'>();
  const { data } = useSuspenseQuery({
    ...mentorshipDetail(mentorshipId),
    refetchInterval: ({ state }) => lookAgain(state.data && fromMentorship(state.data.data)),
  });
  return <EventRoute event={fromMentorship(data.data)} />;
}
