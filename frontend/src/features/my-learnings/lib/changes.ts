import type { Credit, SessionBooking } from '../bookingQueries';
import type { Decision } from '../queries';
import type { BookedItem } from './bookings';
import type { Kind } from './urlState';

/** Where a change starts and its result is shown. */
export type ChangePlace = Kind | 'decisions';

/** A change that the owner has started. */
export type ChangeRequest = {
  /** The list that shows the result. */
  kind: ChangePlace;
  /** The clicked button, which gets the focus back. */
  opener: HTMLElement;
} & (
  | { change: 'swap' | 'cancel'; booking: SessionBooking }
  | { change: 'assign'; booking: Credit }
  | { change: 'giveUp'; booked: BookedItem; bookingId: string }
  | { change: 'refund'; booked: Decision; lineId: string }
);

export interface Changes {
  open: (request: ChangeRequest) => void;
  /** Preloads the dialog on hover or focus. */
  preload: () => void;
  /** The booking that the last change moved. */
  movedId: string | undefined;
}
