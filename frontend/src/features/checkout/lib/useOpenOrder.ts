import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { openOrder } from '../queries';

/**
 * Follows an order whose window was closed, or whose page was reloaded while it was open: the bank may have
 * taken the money all the same. `onPayment` is called once a payment is known.
 */
export function useOpenOrder(orderId: string | null, onPayment: (orderId: string) => void): void {
  const { data } = useQuery({ ...openOrder(orderId ?? ''), enabled: orderId !== null });
  const status = data?.data.status;
  const report = useEffectEvent(() => orderId !== null && onPayment(orderId));
  useEffect(() => {
    if (status === 'checking' || status === 'paid' || status === 'refunded') report();
  }, [status]);
}
