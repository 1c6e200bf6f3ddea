import { useSuspenseQuery } from '@tanstack/react-query';
import events from '../../features/live/components/EventCard.module.css';
import { WebinarEvent } from '../../features/live/components/WebinarEvent';
import { webinarList } from '../../features/live/queries';
import leads from '../leads/site.json';
import { PageHead } from '../page/PageHead';
import { useNow } from '../page/useNow';
import type { RouteRow } from '../routing/routeRow';
import { NoUpcoming } from '../sections/NoUpcoming';

export default function LiveWebinars({ row }: { row: RouteRow }) {
  const { data: found } = useSuspenseQuery(webinarList({ skip: 0, limit: 50 }));
  const now = useNow();
  return (
    <>
      <PageHead title={row.title} lead={leads['live-webinars']} />
      {found.data.length > 0 ? (
        <>
          <h2 className="visually-hidden">Upcoming</h2>
          <div className={`container ${events.grid}`}>
            {found.data.map((webinar) => (
              <WebinarEvent key={webinar._id} webinar={webinar} now={now} />
            ))}
          </div>
        </>
      ) : (
        <NoUpcoming>Live Webinar coming soon.</NoUpcoming>
      )}
    </>
  );
}
