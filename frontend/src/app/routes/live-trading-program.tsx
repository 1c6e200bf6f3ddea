import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ProgramPage } from '../../features/live/components/ProgramPage';
import { liveTradingDetail, sessionPlans } from '../../features/live/detailQueries';
import { useNow } from '../page/useNow';
import { useTitle } from '../page/useTitle';

export default function LiveTradingProgram() {
  const { liveTradingId = '' } = useParams<'liveTradingId'>();
  usePrefetchQuery(sessionPlans(liveTradingId));
  const {
    data: { data: program },
  } = useSuspenseQuery(liveTradingDetail(liveTradingId));
  const plans = useQuery(sessionPlans(liveTradingId));
  const now = useNow();
  useTitle(program.title);
  return (
    <ProgramPage
      program={program}
      plans={{ list: plans.data?.data, error: plans.error, onRetry: () => void plans.refetch() }}
      now={now}
    />
  );
}
