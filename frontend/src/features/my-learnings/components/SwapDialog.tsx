import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import { serverNow } from '../../../shared/lib/pageData';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { type Credit, programOf, type SessionBooking, timeframe } from '../bookingQueries';
import { useAssignSession, useSwapSession } from '../changeMutations';
import { itemFromSession } from '../lib/bookings';
import { firstChoice, type OpenSession, openSessions, sessionTimeText } from '../lib/openSessions';
import { dashboard } from '../queries';
import { BookingRowSkeleton } from './BookingRow';
import type { ChangeProps } from './ChangeDialog';
import * as classes from './ChangeDialog.module.css';
import { ChangeFooter } from './ChangeFooter';
import { ChangeRule } from './ChangeRule';
import { SessionCalendar } from './SessionCalendar';
import { SessionChoice } from './SessionChoice';

interface Props extends ChangeProps {
  change: 'swap' | 'assign';
}

const AGAIN = ' Add it to your calendar again to update the entry.';

const TITLES = { swap: 'Swap session', assign: 'Reassign session' };

/** Picks the session for a swap or for a credit. */
export function SwapDialog({ change, booking, opener, onClose, onDone }: Props) {
  const swap = useSwapSession();
  const assign = useAssignSession();
  const { send, isPending, error } = change === 'swap' ? swap : assign;
  const query = useQuery(timeframe());
  const sessions = useOpenSessions(booking, change);
  const [picked, setPicked] = useState<string>();
  const chosenId = picked ?? firstChoice(sessions);
  const chosen = sessions.find(({ id, isFull }) => id === chosenId && !isFull);
  const confirm = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  useRestoreFocus(isPending, () => {
    const isFree = confirm.current && !confirm.current.disabled;
    (isFree ? confirm.current : list.current)?.focus();
  });

  const chooseDay = (id: string) => {
    setPicked(id);
    list.current?.querySelector(`[value="${id}"]`)?.scrollIntoView?.({ block: 'nearest' });
  };

  const press = (target: OpenSession) => {
    // After an error the choice stays, or nothing is chosen: the person never confirms a session they did not
    // see.
    setPicked(target.id);
    send({ bookingId: booking._id, sessionId: target.id }, ({ message, data }) => {
      // As the server has it: staff may have moved the session while the dialog was open.
      const when = sessionTimeText({ startsAt: data.session.date, endsAt: data.session.endDate });
      onDone(`${message} It is on ${when}.${change === 'swap' ? AGAIN : ''}`, data._id);
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      dismissible={!isPending}
      opener={opener}
      title={change === 'swap' && booking.calledOff ? 'Choose another session' : TITLES[change]}
      description={<Rule change={change} booking={booking} />}
      footer={
        <ChangeFooter error={error} fallback="swap">
          <p role="status" className={`ink-2 text-s ${classes.result}`}>
            {chosen && <Result change={change} booking={booking} chosen={chosen} />}
          </p>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            {change === 'swap' && !booking.calledOff ? 'Keep session' : 'Not now'}
          </Button>
          <Button
            ref={confirm}
            loading={isPending}
            disabled={!chosen}
            onClick={() => chosen && press(chosen)}
          >
            Confirm
          </Button>
        </ChangeFooter>
      }
    >
      {query.data ? (
        <div className={`stack gap-4 ${classes.sessions}`}>
          {sessions.length > 0 && (
            <SessionCalendar sessions={sessions} chosenId={chosen?.id} onChoose={chooseDay} />
          )}
          <SessionChoice
            ref={list}
            legend={`Sessions of ${booking.program.title}`}
            sessions={sessions}
            chosenId={chosen?.id}
            onChoose={setPicked}
          />
        </div>
      ) : (
        <QueryFallback query={query} what="webinars">
          <BookingRowSkeleton />
          <BookingRowSkeleton />
        </QueryFallback>
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
    now: serverNow(),
  });
}

function Rule({ change, booking }: { change: Props['change']; booking: SessionBooking | Credit }) {
  if (change === 'assign') {
    const end = 'creditEndsAt' in booking && booking.creditEndsAt;
    return `A credit can be used once, for a session of the same program${end ? `, by ${formatDay(end)}` : ''}.`;
  }
  if (booking.calledOff) {
    return `${booking.session.sessionName} was cancelled by us: ${booking.calledOff.reason} Swapping is free.`;
  }
  return (
    <>
      Now: {booking.session.sessionName}, {sessionTimeText(itemFromSession(booking))}
      <TimeZone />. <ChangeRule before={booking.changeBefore} /> Swapping is free.
    </>
  );
}

interface ResultProps {
  change: Props['change'];
  booking: SessionBooking;
  chosen: OpenSession;
}

function Result({ change, booking, chosen }: ResultProps) {
  const text = sessionTimeText(chosen);
  const givenBack = ` Your seat on ${sessionTimeText(itemFromSession(booking))} will be released.`;
  return (
    <>
      {change === 'swap'
        ? `Your seat moves to ${text}.${booking.calledOff ? '' : givenBack}`
        : `Your credit becomes a seat on ${text}.`}
      {chosen.price !== booking.session.basePricePerSession && pricesText(change, booking, chosen)}
      {chosen.clashes.length > 0 && ` This clashes with ${chosen.clashes.join(' and ')}.`}
    </>
  );
}

function pricesText(change: Props['change'], { session }: SessionBooking, chosen: OpenSession): string {
  const own = session.basePricePerSession;
  const free = change === 'swap' ? 'Swapping is free' : 'Reassigning is free';
  const outcome = chosen.price > own ? 'charged' : 'refunded';
  return ` The new session costs ${costText(chosen.price)}, yours costs ${costText(own)}. ${free}: nothing is ${outcome}.`;
}

const costText = (rupees: number) =>
  rupees === 0 ? 'nothing' : `${formatRupees(rupees, { decimals: 0 })} plus GST`;
