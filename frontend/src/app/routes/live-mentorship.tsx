import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { mentorshipDetail } from '../../features/live/detailQueries';
import { fromMentorship } from '../../features/live/lib/event';
import { EventRoute } from './EventRoute';

export default function LiveMentorship() {
  const { mentorshipId = '' } = useParams<'mentorshipId'>();
  const { data } = useSuspenseQuery(mentorshipDetail(mentorshipId));
  return <EventRoute event={fromMentorship(data.data)} />;
}
