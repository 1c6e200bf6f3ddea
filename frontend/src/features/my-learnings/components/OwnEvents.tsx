import type { ReactNode } from 'react';
import { type BookedItem, itemFromMentorship, itemFromWebinar } from '../lib/bookings';
import type { Changes } from '../lib/changes';
import { MENTORSHIPS, WEBINARS } from '../lib/liveKinds';
import { BookingRow } from './BookingRow';
import { BookingSection } from './BookingSection';
import { GiveUpButton } from './GiveUpButton';

interface Props {
  changes: Changes;
  /** The status message of the last change. */
  outcome: ReactNode;
}

export const OwnWebinars = ({ outcome, ...rest }: Props) => (
  <BookingSection
    kind={WEBINARS}
    lead={outcome}
    row={(webinar) => <Row kind="webinars" booked={itemFromWebinar(webinar)} {...rest} />}
  />
);

export const OwnMentorships = ({ outcome, ...rest }: Props) => (
  <BookingSection
    kind={MENTORSHIPS}
    lead={outcome}
    row={(mentorship) => <Row kind="mentorships" booked={itemFromMentorship(mentorship)} {...rest} />}
  />
);

interface RowProps extends Omit<Props, 'outcome'> {
  kind: 'webinars' | 'mentorships';
  booked: BookedItem;
}

const Row = ({ kind, booked, changes }: RowProps) => (
  <BookingRow
    booked={booked}
    changes={(describedBy) => <GiveUpButton {...{ kind, booked, describedBy, changes }} />}
  />
);
