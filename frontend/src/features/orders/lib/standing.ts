import { formatDay } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import type { Order, Refund } from '../queries';

export interface Standing {
  tone: 'success' | 'warning' | 'neutral';
  label: string;
}

/** How an order stands, in a word or two. */
export function standingOf({ status, refunds }: Order): Standing {
  if (status === 'refunded') return { tone: 'neutral', label: 'Refunded' };
  if (status === 'expired') return { tone: 'neutral', label: 'Not paid' };
  if (status !== 'paid') return { tone: 'warning', label: 'Being checked' };
  return refunds.length > 0
    ? { tone: 'neutral', label: 'Partly refunded' }
    : { tone: 'success', label: 'Paid' };
}

/** What becomes of the money that goes back, with the day until which it does. */
export function refundLine({ amount, status, promisedBy, processedAt }: Refund): string {
  const sum = formatRupees(amount);
  if (status === 'processed') {
    return `${sum} went back${processedAt ? ` on ${formatDay(processedAt)}` : ''}`;
  }
  if (status === 'failed') return `${sum} could not be sent back yet. We are looking after it.`;
  return `${sum} is on its way back to you, by ${formatDay(promisedBy)}`;
}
