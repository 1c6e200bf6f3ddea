import type { Credit, SessionBooking } from '../bookedQueries';
import type { Kind } from './asked';
import type { Booked } from './booked';

/** What its owner means to do with a booking. */
export type Wanted = {
  /** In which list it stands, where what came of it is said. */
  kind: Kind;
  /** What was pressed for it, which gets the focus back. */
  opener: HTMLElement;
} & (
  | { change: 'swap' | 'cancel'; booking: SessionBooking }
  | { change: 'assign'; booking: Credit }
  | { change: 'refund'; booked: Booked; lineId: string }
);

export interface Changes {
  ask: (wanted: Wanted) => void;
  /** Somebody turns to a button that opens the dialog. */
  expect: () => void;
}
