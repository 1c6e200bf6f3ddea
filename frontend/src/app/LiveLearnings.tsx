import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import {
  bookedMentorships,
  bookedWebinars,
  credits,
  sessionBookings,
} from '../features/learnings/bookedQueries';
import { Choices } from '../features/learnings/components/Choices';
import { OwnMentorships, OwnWebinars } from '../features/learnings/components/OwnEvents';
import { OwnSessions } from '../features/learnings/components/OwnSessions';
import { askedKind, askedLiveStatus, asking, LIVE_STATUSES } from '../features/learnings/lib/asked';
import { LIVE_PAGE, OVERVIEW } from '../features/learnings/lib/liveKinds';
import { ButtonLink } from '../shared/ui/ButtonLink';
import { EmptyState } from '../shared/ui/EmptyState';
import { useSessionChanges } from './useSessionChanges';

/** All that is booked and live: of each kind what comes first, or one kind alone. */
export function LiveLearnings({ now }: { now: number }) {
  const { search } = useLocation();
  const kind = askedKind(search);
  const status = askedLiveStatus(search);
  const { changes, outcomeOf, toldIn, dialog } = useSessionChanges();
  const counts = useCounts();
  const isShown = (name: keyof typeof counts) =>
    kind === name || (!kind && (counts[name] !== 0 || toldIn === name));
  const part = (name: keyof typeof counts) => ({ now, changes, outcome: outcomeOf(name) });
  const hasNone = !kind && Object.values(counts).every((count) => count === 0);
  return (
    <>
      {!(hasNone && !status) && (
        <Choices label="Live by status" name="status" choices={LIVE_STATUSES} chosen={status} />
      )}
      {hasNone && <Nothing isFiltered={status !== undefined} search={search} />}
      {isShown('sessions') && <OwnSessions {...part('sessions')} />}
      {isShown('webinars') && <OwnWebinars {...part('webinars')} />}
      {isShown('mentorships') && <OwnMentorships {...part('mentorships')} />}
      {dialog}
    </>
  );
}

/** How many there are of each kind that the address asks for; undefined until that is known. */
function useCounts() {
  const { search } = useLocation();
  const kind = askedKind(search);
  const slice = { skip: 0, limit: kind ? LIVE_PAGE : OVERVIEW, status: askedLiveStatus(search) };
  const isAsked = (name: string) => ({ enabled: !kind || kind === name });
  const sessions = useQuery({ ...sessionBookings(slice), ...isAsked('sessions') }).data?.totalCount;
  const canceled = useQuery({ ...credits(), ...isAsked('sessions') }).data?.totalCount;
  const webinars = useQuery({ ...bookedWebinars(slice), ...isAsked('webinars') }).data?.totalCount;
  const mentorships = useQuery({ ...bookedMentorships(slice), ...isAsked('mentorships') }).data?.totalCount;
  return { sessions: canceled === 0 ? sessions : canceled, webinars, mentorships };
}

function Nothing({ isFiltered, search }: { isFiltered: boolean; search: string }) {
  if (isFiltered) {
    return (
      <EmptyState
        action={
          <ButtonLink variant="secondary" to={{ search: asking(search, 'status', undefined) }}>
            Show all
          </ButtonLink>
        }
      >
        Nothing that you have booked stands like that.
      </EmptyState>
    );
  }
  return (
    <EmptyState action={<ButtonLink to="/live-webinars">See live webinars</ButtonLink>}>
      Nothing live is booked. Sessions, webinars and mentorships stand here with their times, links and
      recordings.
    </EmptyState>
  );
}
