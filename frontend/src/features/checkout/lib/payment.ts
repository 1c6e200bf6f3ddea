import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import type { Sale } from '../queries';

/** What is said in the dialog: an alert, or that something changed and has to be looked at again. */
export interface Word {
  tone: 'error' | 'warning';
  text: string;
}

/** What was bought, for the overlay that says so. */
export interface Purchase {
  title: string;
  /** Paise. */
  amount: number;
  next: { to: string; label: string };
}

export type Payment =
  | { step: 'idle'; word: Word | null }
  | { step: 'enrolling'; word: null }
  /** The provider's window is open. */
  | { step: 'window'; word: Word | null }
  | { step: 'confirming'; word: null }
  | { step: 'checking'; word: null; item: CheckoutItem; sale: Sale }
  | { step: 'paid'; word: null; purchase: Purchase }
  | { step: 'failed'; word: null };

export type Event =
  | { type: 'enrolling' | 'opened' | 'declined' | 'dismissed' | 'confirming' | 'rejected' | 'left' }
  | { type: 'refused'; word: Word | null }
  | { type: 'unknown'; item: CheckoutItem; sale: Sale }
  | { type: 'paid'; purchase: Purchase };

export const IDLE: Payment = { step: 'idle', word: null };

const DECLINED: Word = { tone: 'error', text: 'Payment was cancelled or failed. Please try again.' };

export function follow(state: Payment, event: Event): Payment {
  switch (event.type) {
    case 'enrolling':
    case 'confirming':
      return { step: event.type, word: null };
    case 'opened':
      return { step: 'window', word: null };
    case 'declined':
      // The window stays open and the order stands: the next try may succeed.
      return state.step === 'window' ? { step: 'window', word: DECLINED } : state;
    case 'dismissed':
      // It may be told after the approval, and must not undo that.
      return state.step === 'window' ? { step: 'idle', word: state.word } : state;
    case 'refused':
      return { step: 'idle', word: event.word };
    case 'unknown':
      return { step: 'checking', word: null, item: event.item, sale: event.sale };
    case 'paid':
      return { step: 'paid', word: null, purchase: event.purchase };
    case 'rejected':
      return { step: 'failed', word: null };
    case 'left':
      return IDLE;
  }
}
