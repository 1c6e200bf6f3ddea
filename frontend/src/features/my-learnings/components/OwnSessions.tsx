import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/Button';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { credits, type SessionBooking } from '../bookingQueries';
import { itemFromSession } from '../lib/bookings';
import type { Changes } from '../lib/changes';
import { SESSIONS } from '../lib/liveKinds';
import { BookingRow } from './BookingRow';
import { BookingSection } from './BookingSection';
import { Credits } from './Credits';
import { GiveUpButton } from './GiveUpButton';

interface Props {
  changes: Changes;
  /** The status message of the last change. */
  outcome: ReactNode;
}

/** The member's booked sessions, which can be swapped and cancelled, and their credits. */
export function OwnSessions({ changes, outcome }: Props) {
  const query = useQuery(credits());
  const { data } = query;
  return (
    <BookingSection
      kind={SESSIONS}
      lead={outcome}
      row={(booking) => (
        <BookingRow
          booked={itemFromSession(booking)}
          isMoved={booking._id === changes.movedId}
          changes={
            booking.calledOff
              ? undefined
              : (describedBy) => (
                  <>
                    {booking.canChange && <ChangeButtons {...{ booking, describedBy, changes }} />}
                    <GiveUpButton
                      kind="sessions"
                      booked={itemFromSession(booking)}
                      {...{ describedBy, changes }}
                    />
                  </>
                )
          }
        />
      )}
    >
      {!data && (
        <QueryFallback query={query} what="webinars">
          {null}
        </QueryFallback>
      )}
      {data && data.totalCount > 0 && <Credits credits={data.data} changes={changes} />}
    </BookingSection>
  );
}

interface ButtonsProps {
  booking: SessionBooking;
  describedBy: string;
  changes: Changes;
}

const BUTTONS = [
  { change: 'swap', label: 'Swap' },
  { change: 'cancel', label: 'Cancel session' },
] as const;

function ChangeButtons({ booking, describedBy, changes: { open, preload } }: ButtonsProps) {
  return BUTTONS.map(({ change, label }) => (
    <Button
      key={change}
      size="s"
      variant={change === 'swap' ? 'secondary' : 'quiet'}
      aria-haspopup="dialog"
      aria-describedby={describedBy}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ currentTarget }) => open({ kind: 'sessions', change, booking, opener: currentTarget })}
    >
      {label}
    </Button>
  ));
}
