import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useAuth } from '../../features/account/queries';
import { SessionPicker } from '../../features/live/components/SessionPicker';
import { bookedTimes, liveTradingDetail, sessionPlans } from '../../features/live/detailQueries';
import { recall, remember } from '../../shared/lib/selection';
import '../selling';
import { LatePart } from '../LatePart';
import { usePart } from '../layouts/part';
import type { RouteRow } from '../routeRow';
import { useNow } from '../useNow';
import { useTitle } from '../useTitle';

const loadList = () =>
  import(/* webpackChunkName: "picker-list" */ '../../features/live/components/PickerList');
const loadNotices = () =>
  import(/* webpackChunkName: "picker-notices" */ '../../features/live/components/PickerNotices');
const loadMixLine = () =>
  import(/* webpackChunkName: "picker-mix" */ '../../features/live/components/MixLine');
const NOTHING: readonly never[] = [];

/** The server writes the same markup before React comes: templates/pages/picker.html. */
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
  const list = usePart(loadList);
  const notices = usePart(loadNotices);
  const mixLine = usePart(loadMixLine);
  useSelected(program._id);
  useTitle(`${row.title}: ${program.title}`);
  return (
    <SessionPicker
      program={program}
      plans={{ list: plans.data?.data, error: plans.error, onRetry: () => void plans.refetch() }}
      taken={(isAuthenticated && taken.data?.data) || NOTHING}
      now={now}
      list={{ show: (view) => <LatePart part={list} props={view} />, preload: list.preload }}
      notices={(selection) => <LatePart part={notices} props={{ selection }} />}
      mixLine={(mix) => <LatePart part={mixLine} props={mix} />}
    />
  );
}

/** The program in view is the one that is saved, also for who came by an address instead of a card. */
function useSelected(id: string): void {
  const [saved] = useState(() => recall('selectedLiveTrading'));
  useEffect(() => {
    if (saved !== id) remember('selectedLiveTrading', id);
  }, [saved, id]);
}
