import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import type { Sale } from '../queries';
import type { Next } from './kinds';

/** A message in the dialog: an alert, or a note that something changed and needs a review. */
export interface Notice {
  tone: 'error' | 'warning';
  text: string;
}

/** The purchased item, for the success overlay. */
export interface Purchase {
  title: string;
  /** Paise. */
  amount: number;
  next: Next;
}

/** What an order keeps for its buyer until it is paid. */
export interface Hold {
  /** ISO 8601. */
  until: string;
  /** 0 for what has none. */
  seats: number;
}

export type Payment =
  /** `closed`: the window of this order was closed without a payment. */
  | { step: 'idle'; notice: Notice | null; closed: Hold | null }
  | { step: 'enrolling'; notice: null }
  /** The provider's window is open. */
  | { step: 'window'; notice: Notice | null; hold: Hold }
  | { step: 'confirming'; notice: null }
  | { step: 'checking'; notice: null; item: CheckoutItem; sale: Sale }
  | { step: 'paid'; notice: null; purchase: Purchase }
  | { step: 'failed'; notice: null; orderNumber: string };

export type Event =
  | { type: 'enrolling' | 'declined' | 'dismissed' | 'confirming' | 'left' }
  | { type: 'opened'; hold: Hold }
  | { type: 'rejected'; orderNumber: string }
  | { type: 'refused'; notice: Notice | null }
  | { type: 'unknown'; item: CheckoutItem; sale: Sale }
  | { type: 'paid'; purchase: Purchase };

export const IDLE: Payment = { step: 'idle', notice: null, closed: null };

const DECLINED: Notice = { tone: 'error', text: 'Payment was cancelled or failed. Please try again.' };

export function paymentReducer(state: Payment, event: Event): Payment {
  switch (event.type) {
    case 'enrolling':
    case 'confirming':
      return { step: event.type, notice: null };
    case 'opened':
      return { step: 'window', notice: null, hold: event.hold };
    case 'declined':
      // The window stays open and the order stays valid: the person may try again.
      return state.step === 'window' ? { ...state, notice: DECLINED } : state;
    case 'dismissed':
      // May be reported after the payment succeeded, and must not undo that.
      return state.step === 'window' ? { step: 'idle', notice: state.notice, closed: state.hold } : state;
    case 'refused':
      return { step: 'idle', notice: event.notice, closed: null };
    case 'unknown':
      return { step: 'checking', notice: null, item: event.item, sale: event.sale };
    case 'paid':
      return { step: 'paid', notice: null, purchase: event.purchase };
    case 'rejected':
      return { step: 'failed', notice: null, orderNumber: event.orderNumber };
    case 'left':
      return IDLE;
  }
}
