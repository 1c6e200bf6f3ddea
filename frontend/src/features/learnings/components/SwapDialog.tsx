import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { Unready } from '../../../shared/ui/Unready';
import { Zone } from '../../../shared/ui/Zone';
import { type Credit, programOf, type SessionBooking, timeframe } from '../bookedQueries';
import { useAssignSession, useSwapSession } from '../changeMutations';
import { ofSession } from '../lib/booked';
import { firstChoice, type OpenSession, openSessions, whenWords } from '../lib/openSessions';
import { dashboard } from '../queries';
import { BookedRowSkeleton } from './BookedRow';
import type { ChangeProps } from './ChangeDialog';
import classes from './ChangeDialog.module.css';
import { ChangeFoot } from './ChangeFoot';
import { ChangeRule } from './ChangeRule';
import { SessionChoice } from './SessionChoice';

interface Props extends ChangeProps {
  change: 'swap' | 'assign';
}

const AGAIN = ' Add it to your calendar again, and the entry there moves.';

const TITLES = { swap: 'Swap session', assign: 'Reassign session' };

/** Chooses the session that a booking moves to, or that a credit is used for. */
export function SwapDialog({ change, booking, opener, onClose, onDone }: Props) {
  const swap = useSwapSession();
  const assign = useAssignSession();
  const { mutate, isPending, error } = change === 'swap' ? swap : assign;
  const query = useQuery(timeframe());
  const sessions = useOpenSessions(booking, change);
  const [picked, setPicked] = useState<string>();
  const chosenId = picked ?? firstChoice(sessions);
  const chosen = sessions.find(({ id, isFull }) => id === chosenId && !isFull);
  const confirm = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  useFocusKept(isPending, () => {
    const isFree = confirm.current && !confirm.current.disabled;
    (isFree ? confirm.current : list.current)?.focus();
  });

  const press = (target: OpenSession) => {
    // Should it be refused, it stays chosen, or nothing is: nobody confirms what they never looked at.
    setPicked(target.id);
    mutate(
      { bookingId: booking._id, sessionId: target.id },
      {
        onSuccess: ({ message }) =>
          onDone(`${message} It is on ${whenWords(target)}.${change === 'swap' ? AGAIN : ''}`),
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      dismissible={!isPending}
      opener={opener}
      title={TITLES[change]}
      description={<Rule change={change} booking={booking} />}
      footer={
        <ChangeFoot error={error} fallback="swap">
          <p role="status" className={classes.result}>
            {chosen && <Result change={change} booking={booking} chosen={chosen} />}
          </p>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            {change === 'swap' && !booking.calledOff ? 'Keep it' : 'Not now'}
          </Button>
          <Button
            ref={confirm}
            loading={isPending}
            disabled={!chosen}
            onClick={() => chosen && press(chosen)}
          >
            Confirm
          </Button>
        </ChangeFoot>
      }
    >
      {query.data ? (
        <SessionChoice
          ref={list}
          legend={`Sessions of ${booking.program.title}`}
          sessions={sessions}
          chosenId={chosen?.id}
          onChoose={setPicked}
        />
      ) : (
        <Unready query={query} what="The open sessions">
          <BookedRowSkeleton />
          <BookedRowSkeleton />
        </Unready>
      )}
    </Dialog>
  );
}

function useOpenSessions({ _id, program }: SessionBooking, change: Props['change']): OpenSession[] {
  const { data: open } = useQuery(timeframe());
  const { data: whole } = useQuery(programOf(program._id));
  const { data: overview } = useQuery(dashboard());
  return openSessions({
    programId: program._id,
    bookingId: change === 'swap' ? _id : '',
    timeframe: open?.data ?? [],
    all: whole?.data.programSessions ?? [],
    calendar: overview?.data.calendar ?? [],
    now: Date.now(),
  });
}

function Rule({ change, booking }: { change: Props['change']; booking: SessionBooking | Credit }) {
  if (change === 'assign') {
    const end = 'creditEndsAt' in booking && booking.creditEndsAt;
    return `A credit is used once, for a session of the same program${end ? `, by ${formatDay(end)}` : ''}.`;
  }
  if (booking.calledOff) {
    return `${booking.session.sessionName} was called off: ${booking.calledOff.reason} Moving costs nothing.`;
  }
  return (
    <>
      Now: {booking.session.sessionName}, {whenWords(ofSession(booking))}
      <Zone />. <ChangeRule before={booking.changeBefore} /> A swap costs nothing.
    </>
  );
}

interface ResultProps {
  change: Props['change'];
  booking: SessionBooking;
  chosen: OpenSession;
}

function Result({ change, booking, chosen }: ResultProps) {
  const words = whenWords(chosen);
  const givenBack = ` The one on ${whenWords(ofSession(booking))} is given back.`;
  return (
    <>
      {change === 'swap'
        ? `Your seat moves to ${words}.${booking.calledOff ? '' : givenBack}`
        : `Your credit becomes a seat on ${words}.`}
      {chosen.clashes.length > 0 && ` At that time you also have ${chosen.clashes.join(' and ')}.`}
    </>
  );
}
