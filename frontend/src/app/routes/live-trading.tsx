import { useSuspenseQuery } from '@tanstack/react-query';
import events from '../../features/live/components/EventCard.module.css';
import { ProgramEvent } from '../../features/live/components/ProgramEvent';
import { liveTradingList } from '../../features/live/queries';
import leads from '../leads/site.json';
import { PageHead } from '../page/PageHead';
import type { RouteRow } from '../routing/routeRow';
import { NoUpcoming } from '../sections/NoUpcoming';

export default function LiveTrading({ row }: { row: RouteRow }) {
  const { data: found } = useSuspenseQuery(liveTradingList({ skip: 0, limit: 50 }));
  return (
    <>
      <PageHead title={row.title} lead={leads['live-trading']} />
      {found.data.length > 0 ? (
        <>
          <h2 className="visually-hidden">Upcoming</h2>
          <div className={`container ${events.grid}`}>
            {found.data.map((program) => (
              <ProgramEvent key={program._id} program={program} />
            ))}
          </div>
        </>
      ) : (
        <NoUpcoming>Live Trading coming soon.</NoUpcoming>
      )}
    </>
  );
}
