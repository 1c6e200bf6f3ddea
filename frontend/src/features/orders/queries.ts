import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';

export type Order = Answer<'/api/orders/{order_id}', 'get'>['data'];
export type Refund = Order['refunds'][number];

interface Asked {
  kind?: string | undefined;
  skip: number;
  limit: number;
}

export const orderKeys = {
  all: ['orders'] as const,
  list: (asked: Asked) => [...orderKeys.all, 'list', asked] as const,
  detail: (id: string) => [...orderKeys.all, 'detail', id] as const,
};

export const ORDERS_PAGE = 10;

const orderList = (asked: Asked) =>
  queryOptions({
    queryKey: orderKeys.list(asked),
    queryFn: ({ signal }) => get('/api/orders', { query: { ...asked }, signal }),
  });

/** A page of what the member paid for, the newest first; the first is page 0. */
export const orderPage = (page: number) => orderList({ skip: page * ORDERS_PAGE, limit: ORDERS_PAGE });

/** The member's latest order of this kind, if there is one. */
export const latestOrder = (kind: string) => orderList({ kind, skip: 0, limit: 1 });

export const orderDetail = (id: string) =>
  queryOptions({
    queryKey: orderKeys.detail(id),
    queryFn: ({ signal }) => get('/api/orders/{order_id}', { path: { order_id: id }, signal }),
    // The provider settles a payment seconds after the buyer returns; it is asked about until it has.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.data) ? 5_000 : false),
  });

export const isUnderWay = ({ status }: Order) => status === 'awaiting' || status === 'checking';
