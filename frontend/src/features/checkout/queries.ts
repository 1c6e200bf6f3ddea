import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Answer, get, post } from '../../shared/api/client';
import type { CheckoutItem, Kind } from '../../shared/stores/checkoutDialog';
import { callsOf, cartBody } from './lib/kinds';

export type Cart = Answer<'/api/course/cartCourseV1', 'post'>['data'];
export type Coupon = NonNullable<Answer<'/api/coupon/new', 'get'>['data']>[number];
export type Confirmed = Answer<'/api/course/confirm/courseV1', 'post'>['data'];
/** An order that is to be paid; with a bill of zero there is none of these, and `paid` is true. */
export type Enrolled = Required<Answer<'/api/course/enrollCourseV1', 'post'>['data']>;
export type Order = Answer<'/api/orders/{order_id}', 'get'>['data'];

/** What the provider hands over when it has been paid. */
export interface PaymentIds {
  razorPayOrderId: string;
  razorPayPaymentId: string;
  razorPaySignature: string;
}

/** A payment that the provider has taken and the server has not judged yet. */
export interface Sale {
  kind: Kind;
  orderId: string;
  /** Not known any more after a reload. */
  ids: PaymentIds | null;
}

/** What became of a sale, as far as it is known. */
export interface Settled {
  order: Order;
  /** What confirming once more said of a paid one. */
  confirmed: Confirmed | null;
}

export const checkoutKeys = {
  all: ['checkout'] as const,
  cart: ({ kind, itemId, planId, sessionIds }: CheckoutItem) =>
    [...checkoutKeys.all, 'cart', { kind, itemId, planId, sessionIds }] as const,
  coupons: (itemId: string) => ['coupons', itemId] as const,
  sale: ({ orderId, ids }: Sale) =>
    [...checkoutKeys.all, 'sale', orderId, ids?.razorPayPaymentId ?? null] as const,
};

/** The member's one open cart for this thing, made if there is none yet: the call gives the same one again. */
export const openCart = (item: CheckoutItem) =>
  queryOptions({
    queryKey: checkoutKeys.cart(item),
    queryFn: ({ signal }) => post(callsOf(item.kind).cart, cartBody(item), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The coupons for all to see that fit this thing. */
export const publicCoupons = (itemId: string) =>
  queryOptions({
    queryKey: checkoutKeys.coupons(itemId),
    queryFn: ({ signal }) =>
      get('/api/coupon/new', { query: { page: 1, limit: 100, productid: itemId }, signal }),
  });

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const GROWTH = 1.5;

/** What has become of a sale, asked with growing pauses until it is known. */
export const settling = ({ kind, orderId, ids }: Sale) =>
  queryOptions({
    queryKey: checkoutKeys.sale({ kind, orderId, ids }),
    queryFn: async ({ signal, client }): Promise<Settled> => {
      const { data: order } = await get('/api/orders/{order_id}', { path: { order_id: orderId }, signal });
      // A payment that the server has not heard of is told again; a settled one is told where a course begins.
      const isTold = ids && (order.status === 'awaiting' || order.status === 'paid');
      const again = isTold && (await post(callsOf(kind).confirm, ids, { signal }).catch(() => null));
      const confirmed = again && 'courseId' in again.data ? again.data : null;
      if (confirmed || order.status === 'paid') renew(client);
      return { order: confirmed?.receipt ?? order, confirmed };
    },
    retry: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      isOpen(data?.order) &&
      Math.min(FIRST_PAUSE_MS * GROWTH ** (dataUpdateCount + errorUpdateCount), LONGEST_PAUSE_MS),
  });

const isOpen = (order: Order | undefined) =>
  order === undefined || order.status === 'awaiting' || order.status === 'checking';

/** All that shows what the person has is asked for anew; the checkout itself is not. */
export function renew(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== checkoutKeys.all[0] });
}
