import { formatDay } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import type { Order, Refund } from '../queries';

export interface OrderStatus {
  tone: 'success' | 'warning' | 'neutral';
  label: string;
}

/** The status of an order as a badge. */
export function orderStatus({ status, refunds }: Order): OrderStatus {
  if (status === 'refunded') return { tone: 'neutral', label: 'Refunded' };
  if (status === 'expired') return { tone: 'neutral', label: 'Not paid' };
  if (status !== 'paid') return { tone: 'warning', label: 'Checking payment' };
  return refunds.length > 0
    ? { tone: 'neutral', label: 'Partly refunded' }
    : { tone: 'success', label: 'Paid' };
}

/** The status of a refund, with its date. */
export function refundText({ amount, status, promisedBy, processedAt }: Refund): string {
  const sum = formatRupees(amount);
  if (status === 'processed') {
    return `${sum} refunded${processedAt ? ` on ${formatDay(processedAt)}` : ''}`;
  }
  if (status === 'failed') return `${sum} could not be refunded yet. We are working on it.`;
  return `${sum} will be refunded by ${formatDay(promisedBy)}`;
}

const ITEM_LINKS: Readonly<Record<string, string>> = {
  course: 'Go to course',
  webinar: 'Go to webinar',
  mentorship: 'Go to mentorship',
  liveTrading: 'Go to your sessions',
  pro: 'Go to Pro',
};

/** The label of the link to what was bought. */
export const itemLinkLabel = ({ kind }: Pick<Order, 'kind'>): string => ITEM_LINKS[kind] ?? 'View item';
