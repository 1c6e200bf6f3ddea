import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { isSessionEnd } from '../../features/account/lib/sessionEnd';
import { useAuth } from '../../features/account/queries';
import { SessionPicker } from '../../features/live/components/SessionPicker';
import { bookedTimes, liveTradingDetail, sessionPlans } from '../../features/live/detailQueries';
import { loadSelectedId, storeSelectedId } from '../../shared/lib/selection';
import '../dialogs/registerCheckout';
import { ErrorState } from '../../shared/ui/ErrorState';
import { LazySection } from '../../shared/ui/LazySection';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';
import { useNow } from '../page/useNow';
import { useTitle } from '../page/useTitle';
import type { RouteRow } from '../routing/routeRow';

const loadList = () =>
  import(/* webpackChunkName: "picker-list" */ '../../features/live/components/PickerList');
const loadNotices = () =>
  import(/* webpackChunkName: "picker-notices" */ '../../features/live/components/PickerNotices');
const loadCheaperSplit = () =>
  import(/* webpackChunkName: "picker-mix" */ '../../features/live/components/CheaperSplit');
const NOTHING: readonly never[] = [];

export default function SelectSessions({ row }: { row: RouteRow }) {
  const { liveTradingId = '' } = useParams<'liveTradingId'>();
  usePrefetchQuery(sessionPlans(liveTradingId));
  const {
    data: { data: program },
  } = useSuspenseQuery(liveTradingDetail(liveTradingId));
  const plans = useQuery(sessionPlans(liveTradingId));
  const { isAuthenticated } = useAuth();
  const taken = useQuery({ ...bookedTimes(), enabled: isAuthenticated });
  const now = useNow();
  const list = useLazyComponent(loadList);
  const notices = useLazyComponent(loadNotices);
  const cheaperSplit = useLazyComponent(loadCheaperSplit);
  useSelected(program._id);
  useTitle(`${row.title}: ${program.title}`);
  return (
    <SessionPicker
      program={program}
      plans={{ list: plans.data?.data, error: plans.error, onRetry: () => void plans.refetch() }}
      taken={(isAuthenticated && taken.data?.data) || NOTHING}
      takenError={
        taken.error &&
        !taken.data &&
        !isSessionEnd(taken.error) && (
          <ErrorState
            error={taken.error}
            message="We could not load your other bookings, so sessions at the same time are not marked."
            onRetry={taken.refetch}
          />
        )
      }
      now={now}
      list={{
        show: (view) => <LazySection lazyComponent={list} props={{ ...view, isMember: isAuthenticated }} />,
        preload: list.preload,
      }}
      notices={(selection) => <LazySection lazyComponent={notices} props={{ selection }} />}
      cheaperSplit={(split) => <LazySection lazyComponent={cheaperSplit} props={split} />}
    />
  );
}

/** Stores the current program as the selected one, also when the page was opened by its URL. */
function useSelected(id: string): void {
  const [saved] = useState(() => loadSelectedId('selectedLiveTrading'));
  useEffect(() => {
    if (saved !== id) storeSelectedId('selectedLiveTrading', id);
  }, [saved, id]);
}
