import type { ReactNode } from 'react';
import { type Booked, ofMentorship, ofWebinar } from '../lib/booked';
import type { Changes } from '../lib/changes';
import { MENTORSHIPS, WEBINARS } from '../lib/liveKinds';
import { BookedRow } from './BookedRow';
import { BookedSection } from './BookedSection';
import { CalledOffButtons } from './CalledOffButtons';

interface Props {
  now: number;
  changes: Changes;
  /** What became of the last change. */
  outcome: ReactNode;
}

export const OwnWebinars = ({ outcome, ...rest }: Props) => (
  <BookedSection
    kind={WEBINARS}
    lead={outcome}
    row={(webinar) => <Row kind="webinars" booked={ofWebinar(webinar)} {...rest} />}
  />
);

export const OwnMentorships = ({ outcome, ...rest }: Props) => (
  <BookedSection
    kind={MENTORSHIPS}
    lead={outcome}
    row={(mentorship) => <Row kind="mentorships" booked={ofMentorship(mentorship)} {...rest} />}
  />
);

interface RowProps extends Omit<Props, 'outcome'> {
  kind: 'webinars' | 'mentorships';
  booked: Booked;
}

const Row = ({ kind, booked, now, changes }: RowProps) => (
  <BookedRow
    booked={booked}
    now={now}
    actions={(describedBy) => <CalledOffButtons {...{ kind, booked, describedBy, changes }} />}
  />
);
