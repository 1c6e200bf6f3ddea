import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/Button';
import { credits, type SessionBooking } from '../bookedQueries';
import { ofSession } from '../lib/booked';
import type { Changes } from '../lib/changes';
import { SESSIONS } from '../lib/liveKinds';
import { BookedRow } from './BookedRow';
import { BookedSection } from './BookedSection';
import { CalledOffButtons } from './CalledOffButtons';
import { Credits } from './Credits';

interface Props {
  now: number;
  changes: Changes;
  /** What became of the last change. */
  outcome: ReactNode;
}

/** The member's trading sessions, which can be moved and given up, and the credits they became. */
export function OwnSessions({ now, changes, outcome }: Props) {
  const { data } = useQuery(credits());
  return (
    <BookedSection
      kind={SESSIONS}
      lead={outcome}
      row={(booking) => (
        <BookedRow
          booked={ofSession(booking)}
          now={now}
          actions={(describedBy) =>
            booking.calledOff ? (
              <CalledOffButtons
                kind="sessions"
                booked={ofSession(booking)}
                booking={booking}
                {...{ describedBy, changes }}
              />
            ) : (
              booking.canChange && <ChangeButtons {...{ booking, describedBy, changes }} />
            )
          }
        />
      )}
    >
      {data && data.totalCount > 0 && <Credits credits={data.data} now={now} changes={changes} />}
    </BookedSection>
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

function ChangeButtons({ booking, describedBy, changes: { ask, expect } }: ButtonsProps) {
  return BUTTONS.map(({ change, label }) => (
    <Button
      key={change}
      variant={change === 'swap' ? 'secondary' : 'quiet'}
      aria-haspopup="dialog"
      aria-describedby={describedBy}
      onPointerEnter={expect}
      onFocus={expect}
      onClick={({ currentTarget }) => ask({ kind: 'sessions', change, booking, opener: currentTarget })}
    >
      {label}
    </Button>
  ));
}
