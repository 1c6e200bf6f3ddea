import { useQuery } from '@tanstack/react-query';
import { ProgramEvent } from '../../features/live/components/ProgramEvent';
import { liveTradingList } from '../../features/live/queries';
import leads from '../leads/site.json';
import { PageHead } from '../page/PageHead';
import { useNow } from '../page/useNow';
import type { RouteRow } from '../routing/routeRow';
import { UpcomingList } from '../sections/UpcomingList';

export default function LiveTrading({ row }: { row: RouteRow }) {
  const query = useQuery(liveTradingList({ skip: 0, limit: 50 }));
  const now = useNow();
  return (
    <>
      <PageHead title={row.title} lead={leads['live-trading']} />
      <UpcomingList
        query={query}
        none="Live Trading coming soon."
        names={['program', 'programs']}
        facts={({ fromPrice, mentor_details, language, category, programSessions }) => ({
          isFree: fromPrice === 0,
          host: mentor_details.name,
          language,
          category,
          times: programSessions.map(({ date, endDate }) => [date, endDate] as const),
        })}
        now={now}
      >
        {(program, eager) => <ProgramEvent key={program._id} program={program} eager={eager} />}
      </UpcomingList>
    </>
  );
}
