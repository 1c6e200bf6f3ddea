import { useQuery } from '@tanstack/react-query';
import { WebinarEvent } from '../../features/live/components/WebinarEvent';
import { webinarList } from '../../features/live/queries';
import leads from '../leads/site.json';
import { PageHead } from '../page/PageHead';
import { useNow } from '../page/useNow';
import type { RouteRow } from '../routing/routeRow';
import { UpcomingList } from '../sections/UpcomingList';

export default function LiveWebinars({ row }: { row: RouteRow }) {
  const query = useQuery(webinarList({ skip: 0, limit: 50 }));
  const now = useNow();
  return (
    <>
      <PageHead title={row.title} lead={leads['live-webinars']} />
      <UpcomingList
        query={query}
        none="Live Webinar coming soon."
        names={['webinar', 'webinars']}
        facts={({ isFree, hostProfilename, language, category, webinarTime, webinarEndTime }) => ({
          isFree,
          host: hostProfilename,
          language,
          category,
          times: [[webinarTime, webinarEndTime]],
        })}
        now={now}
      >
        {(webinar, eager) => <WebinarEvent key={webinar._id} webinar={webinar} now={now} eager={eager} />}
      </UpcomingList>
    </>
  );
}
