import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { webinarDetail } from '../../features/live/detailQueries';
import { fromWebinar } from '../../features/live/lib/event';
import { EventRoute } from './EventRoute';

export default function LiveWebinar() {
  const { webinarsId = '' } = useParams<'webinarsId'>();
  const { data } = useSuspenseQuery(webinarDetail(webinarsId));
  return <EventRoute event={fromWebinar(data.data)} />;
}
