import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import {
  bookedMentorships,
  bookedWebinars,
  credits,
  sessionBookings,
} from '../../features/my-learnings/bookingQueries';
import { NoneWithStatus } from '../../features/my-learnings/components/NoneWithStatus';
import { OwnMentorships, OwnWebinars } from '../../features/my-learnings/components/OwnEvents';
import { OwnSessions } from '../../features/my-learnings/components/OwnSessions';
import { LIVE_PAGE, OVERVIEW } from '../../features/my-learnings/lib/liveKinds';
import { kindFilter, LIVE_STATUSES, liveStatusFilter } from '../../features/my-learnings/lib/urlState';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import { FilterLinks } from '../../shared/ui/FilterLinks';
import type { SessionChanges } from '../dialogs/useSessionChanges';

/** Booked live items: the first few of each kind, or all of one kind. */
export function LiveLearnings({ changes, outcomeOf, outcomeKind }: SessionChanges) {
  const { search } = useLocation();
  const kind = kindFilter(search);
  const status = liveStatusFilter(search);
  const counts = useLiveCounts();
  const isVisible = (name: keyof typeof counts) =>
    kind === name || (!kind && (counts[name] !== 0 || outcomeKind === name));
  const hasNone = !kind && Object.values(counts).every((count) => count === 0);
  return (
    <>
      {!(hasNone && !status) && (
        <FilterLinks
          label="Filter live bookings by status"
          name="status"
          choices={LIVE_STATUSES}
          chosen={status}
          count={sumOf(counts)}
        />
      )}
      {hasNone && <Nothing isFiltered={status !== undefined} />}
      {isVisible('sessions') && <OwnSessions changes={changes} outcome={outcomeOf('sessions')} />}
      {isVisible('webinars') && <OwnWebinars changes={changes} outcome={outcomeOf('webinars')} />}
      {isVisible('mentorships') && <OwnMentorships changes={changes} outcome={outcomeOf('mentorships')} />}
    </>
  );
}

/** The count of each kind under the current filter; undefined while loading. */
export function useLiveCounts() {
  const { search } = useLocation();
  const kind = kindFilter(search);
  const slice = { skip: 0, limit: kind ? LIVE_PAGE : OVERVIEW, status: liveStatusFilter(search) };
  const enabledFor = (name: string) => ({ enabled: !kind || kind === name });
  const sessions = useQuery({ ...sessionBookings(slice), ...enabledFor('sessions') }).data?.totalCount;
  const canceled = useQuery({ ...credits(), ...enabledFor('sessions') }).data?.totalCount;
  const webinars = useQuery({ ...bookedWebinars(slice), ...enabledFor('webinars') }).data?.totalCount;
  const mentorships = useQuery({ ...bookedMentorships(slice), ...enabledFor('mentorships') }).data
    ?.totalCount;
  return { sessions: canceled === 0 ? sessions : canceled, webinars, mentorships };
}

export const sumOf = (counts: Readonly<Record<string, number | undefined>>): number =>
  Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <NoneWithStatus>No bookings match this filter.</NoneWithStatus>;
  return (
    <EmptyState action={<ButtonLink to="/live-webinars">See live webinars</ButtonLink>}>
      No live bookings yet. Your sessions, webinars and mentorships will appear here.
    </EmptyState>
  );
}
