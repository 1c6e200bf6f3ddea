import type { QueryClient } from '@tanstack/react-query';
import { sendFact } from '../mutations';
import { Courier } from './courier';
import { Outbox } from './outbox';
import { browserShelf } from './shelf';

const couriers = new WeakMap<QueryClient, Map<string, Courier>>();

/** The one courier of this person; at the first call it sets off with what the last visit left behind. */
export function courierOf(queryClient: QueryClient, userId: string): Courier {
  const known = couriers.get(queryClient) ?? new Map<string, Courier>();
  couriers.set(queryClient, known);
  const courier = known.get(userId) ?? hired(queryClient, userId);
  known.set(userId, courier);
  return courier;
}

function hired(queryClient: QueryClient, userId: string): Courier {
  const courier = new Courier({
    outbox: new Outbox(browserShelf, userId),
    send: (fact) => sendFact(queryClient, userId, fact),
    isOnline: () => navigator.onLine,
    after: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });
  for (const type of ['online', 'offline']) window.addEventListener(type, () => courier.networkChanged());
  void courier.deliver();
  return courier;
}
