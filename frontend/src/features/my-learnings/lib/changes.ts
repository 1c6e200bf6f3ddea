import type { Credit, SessionBooking } from '../bookingQueries';
import type { BookedItem } from './bookings';
import type { Kind } from './urlState';

/** A change that the owner has started. */
export type ChangeRequest = {
  /** The list that shows the result. */
  kind: Kind;
  /** The clicked button, which gets the focus back. */
  opener: HTMLElement;
} & (
  | { change: 'swap' | 'cancel'; booking: SessionBooking }
  | { change: 'assign'; booking: Credit }
  | { change: 'refund'; booked: BookedItem; lineId: string }
);

export interface Changes {
  open: (request: ChangeRequest) => void;
  /** Preloads the dialog on hover or focus. */
  preload: () => void;
}
