import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { liveTradingDetail } from '../features/live/queries';
import { formatDay, formatTimeRange } from '../shared/lib/dates';
import { ItemPage } from './ItemPage';

/** A live trading program, by the id in the address. */
export function ProgramPage({ title, coming }: { title?: string; coming: string }) {
  const { liveTradingId = '' } = useParams<'liveTradingId'>();
  const {
    data: { data: program },
  } = useSuspenseQuery(liveTradingDetail(liveTradingId));
  const [first] = program.programSessions;
  return (
    <ItemPage
      title={title ? `${title}: ${program.title}` : program.title}
      lead={program.long_description}
      cover={program.mentorbannerurl}
      facts={[
        ['Sessions', String(program.programSessions.length)],
        ['First session', first ? formatDay(first.date) : 'To be announced'],
        ['Time (India)', first ? formatTimeRange(first.date, first.endDate) : 'To be announced'],
        ['Mentor', program.mentor_details.name],
      ]}
      price={null}
    >
      {coming}
    </ItemPage>
  );
}
