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

export type Payment =
  | { step: 'idle'; notice: Notice | null }
  | { step: 'enrolling'; notice: null }
  /** The provider's window is open. */
  | { step: 'window'; notice: Notice | null }
  | { step: 'confirming'; notice: null }
  | { step: 'checking'; notice: null; item: CheckoutItem; sale: Sale }
  | { step: 'paid'; notice: null; purchase: Purchase }
  | { step: 'failed'; notice: null };

export type Event =
  | { type: 'enrolling' | 'opened' | 'declined' | 'dismissed' | 'confirming' | 'rejected' | 'left' }
  | { type: 'refused'; notice: Notice | null }
  | { type: 'unknown'; item: CheckoutItem; sale: Sale }
  | { type: 'paid'; purchase: Purchase };

export const IDLE: Payment = { step: 'idle', notice: null };

const DECLINED: Notice = { tone: 'error', text: 'Payment was cancelled or failed. Please try again.' };

export function paymentReducer(state: Payment, event: Event): Payment {
  switch (event.type) {
    case 'enrolling':
    case 'confirming':
      return { step: event.type, notice: null };
    case 'opened':
      return { step: 'window', notice: null };
    case 'declined':
      // The window stays open and the order stays valid: the person may try again.
      return state.step === 'window' ? { step: 'window', notice: DECLINED } : state;
    case 'dismissed':
      // May be reported after the payment succeeded, and must not undo that.
      return state.step === 'window' ? { step: 'idle', notice: state.notice } : state;
    case 'refused':
      return { step: 'idle', notice: event.notice };
    case 'unknown':
      return { step: 'checking', notice: null, item: event.item, sale: event.sale };
    case 'paid':
      return { step: 'paid', notice: null, purchase: event.purchase };
    case 'rejected':
      return { step: 'failed', notice: null };
    case 'left':
      return IDLE;
  }
}
