import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get, post } from '../../shared/api/client';
import type { CheckoutItem, Kind } from '../../shared/stores/checkoutDialog';
import { cartBody, endpointsOf } from './lib/kinds';
import { confirmBody, type PaymentIds } from './lib/providers/fields';

export type Cart = ApiResponse<'/api/course/cartCourseV1', 'post'>['data'];
export type Coupon = NonNullable<ApiResponse<'/api/coupon/new', 'get'>['data']>[number];
export type Confirmed = ApiResponse<'/api/course/confirm/courseV1', 'post'>['data'];
/** The provider's order; absent if the total is zero, then `paid` is true. */
export type Enrolled = Required<ApiResponse<'/api/course/enrollCourseV1', 'post'>['data']>;
export type Order = ApiResponse<'/api/orders/{order_id}', 'get'>['data'];

/** A payment that the provider has taken and the server has not settled yet. */
export interface Sale {
  kind: Kind;
  orderId: string;
  /** Unknown after a reload. */
  ids: PaymentIds | null;
}

/** What is known of a sale. */
export interface Settled {
  order: Order;
  /** The response of confirm, if it is paid. */
  confirmed: Confirmed | null;
}

export const checkoutKeys = {
  all: ['checkout'] as const,
  cart: ({ kind, itemId, planId, sessionIds }: CheckoutItem) =>
    [...checkoutKeys.all, 'cart', { kind, itemId, planId, sessionIds }] as const,
  coupons: (itemId: string) => ['coupons', itemId] as const,
  cartCoupons: ({ _id, plan }: Cart) => ['coupons', 'cart', _id, plan.discountedPrice] as const,
  openOrder: (orderId: string) => [...checkoutKeys.all, 'open', orderId] as const,
  sale: ({ orderId, ids }: Sale) => [...checkoutKeys.all, 'sale', orderId, ids?.paymentId ?? null] as const,
};

/** The member's open cart for this item; the endpoint creates it or returns the existing one. */
export const openCart = (item: CheckoutItem) =>
  queryOptions({
    queryKey: checkoutKeys.cart(item),
    queryFn: ({ signal }) => post(endpointsOf(item.kind).cart, cartBody(item), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The public coupons for this item. */
export const publicCoupons = (itemId: string) =>
  queryOptions({
    queryKey: checkoutKeys.coupons(itemId),
    queryFn: ({ signal }) =>
      get('/api/coupon/new', { query: { page: 1, limit: 100, productid: itemId }, signal }),
  });

/** All that are public, for whatever item. */
export const allCoupons = () =>
  queryOptions({
    queryKey: checkoutKeys.coupons('all'),
    queryFn: ({ signal }) => get('/api/coupon/new', { query: { page: 1, limit: 100 }, signal }),
  });

/** Those that can be applied to this cart, the best first. */
export const cartCoupons = (cart: Cart) =>
  queryOptions({
    queryKey: checkoutKeys.cartCoupons(cart),
    queryFn: ({ signal }) =>
      get('/api/coupon/new', { query: { page: 1, limit: 100, cartId: cart._id }, signal }),
  });

const INITIAL_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
const BACKOFF_FACTOR = 1.5;

/** Polls a sale with backoff until it is settled. */
export const settling = ({ kind, orderId, ids }: Sale) =>
  queryOptions({
    queryKey: checkoutKeys.sale({ kind, orderId, ids }),
    queryFn: async ({ signal, client }): Promise<Settled> => {
      const { data: order } = await get('/api/orders/{order_id}', { path: { order_id: orderId }, signal });
      // A payment that the server does not know yet is confirmed again; so is a settled one, whose response
      // has the first topic.
      const isConfirmable = ids && (order.status === 'awaiting' || order.status === 'paid');
      const again =
        isConfirmable &&
        (await post(endpointsOf(kind).confirm, confirmBody(ids), { signal }).catch(() => null));
      const confirmed = again && 'courseId' in again.data ? again.data : null;
      if (confirmed || order.status === 'paid') invalidateAccess(client);
      return { order: confirmed?.receipt ?? order, confirmed };
    },
    retry: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      isOpen(data?.order) &&
      Math.min(INITIAL_DELAY_MS * BACKOFF_FACTOR ** (dataUpdateCount + errorUpdateCount), MAX_DELAY_MS),
  });

/** Polls an order whose window was closed: a bank may still report a payment. */
export const openOrder = (orderId: string) =>
  queryOptions({
    queryKey: checkoutKeys.openOrder(orderId),
    queryFn: ({ signal }) => get('/api/orders/{order_id}', { path: { order_id: orderId }, signal }),
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      (data === undefined || data.data.status === 'awaiting') &&
      Math.min(INITIAL_DELAY_MS * BACKOFF_FACTOR ** (dataUpdateCount + errorUpdateCount), MAX_DELAY_MS),
  });

const isOpen = (order: Order | undefined) =>
  order === undefined || order.status === 'awaiting' || order.status === 'checking';

/** Invalidates everything that shows what the person has, except the checkout. */
export function invalidateAccess(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== checkoutKeys.all[0] });
}
