import { useQuery } from '@tanstack/react-query';
import { isUnreachable } from '../../../shared/api/messages';
import { paiseOf } from '../../../shared/lib/tax';
import { type Order, type Settled, settling } from '../queries';
import { nextOf } from './kinds';
import type { Payment, Purchase } from './payment';

/** The content of the overlay. */
export type Outcome =
  | { kind: 'processing' | 'expired' }
  | { kind: 'checking'; isOffline: boolean }
  | { kind: 'failed'; orderNumber: string }
  | { kind: 'paid'; purchase: Purchase }
  | { kind: 'returned'; order: Order };

const NO_SALE = { kind: 'course', orderId: '', ids: null } as const;

/** The outcome of the payment; null while nothing was paid. Polls the server while it is unknown. */
export function usePaymentOutcome(payment: Payment, isMember: boolean): Outcome | null {
  const isChecking = payment.step === 'checking';
  const { data, error, fetchStatus } = useQuery({
    ...settling(isChecking ? payment.sale : NO_SALE),
    enabled: isChecking && isMember,
  });
  const isOffline = fetchStatus === 'paused' || isUnreachable(error);
  switch (payment.step) {
    case 'confirming':
      return { kind: 'processing' };
    case 'paid':
      return { kind: 'paid', purchase: payment.purchase };
    case 'failed':
      return { kind: 'failed', orderNumber: payment.orderNumber };
    case 'checking':
      return settled(payment, data) ?? { kind: 'checking', isOffline };
    default:
      return null;
  }
}

function settled({ item }: Payment & { step: 'checking' }, data: Settled | undefined): Outcome | null {
  if (!data) return null;
  const { order, confirmed } = data;
  if (order.status === 'refunded') return { kind: 'returned', order };
  if (order.status === 'expired') return { kind: 'expired' };
  if (order.status !== 'paid') return null;
  const next = nextOf(item.kind, confirmed?.courseId);
  return { kind: 'paid', purchase: { title: item.title, amount: paiseOf(order.billTotal), next } };
}
