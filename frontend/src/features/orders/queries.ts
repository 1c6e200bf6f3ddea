import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';

export type Order = ApiResponse<'/api/orders/{order_id}', 'get'>['data'];
interface OrderPage {
  data: Order[];
  totalCount: number;
}
export type Refund = Order['refunds'][number];

interface ListParams {
  kind?: string | undefined;
  skip: number;
  limit: number;
}

export const orderKeys = {
  all: ['orders'] as const,
  list: (params: ListParams) => [...orderKeys.all, 'list', params] as const,
  detail: (id: string) => [...orderKeys.all, 'detail', id] as const,
};

export const ORDERS_PAGE = 10;
export const SESSIONS = 'sessions';

const orderList = (params: ListParams) =>
  queryOptions({
    queryKey: orderKeys.list(params),
    queryFn: async ({ signal }): Promise<OrderPage> => {
      const { kind, ...slice } = params;
      if (kind !== SESSIONS) return get('/api/orders', { query: { ...params }, signal });
      const query = { type: SESSIONS, status: 'paid', ...slice };
      const { orders, totalCount } = await get('/api/user/new-order/session', { query, signal });
      return { data: orders, totalCount };
    },
  });

/** A page of the member's orders, of all kinds or of trading sessions, newest first; the first is page 0. */
export const orderPage = (page: number, kind?: typeof SESSIONS) =>
  orderList({ kind, skip: page * ORDERS_PAGE, limit: ORDERS_PAGE });

/** The member's latest order of this kind, if there is one. */
export const latestOrder = (kind: string) => orderList({ kind, skip: 0, limit: 1 });

export const orderDetail = (id: string) =>
  queryOptions({
    queryKey: orderKeys.detail(id),
    queryFn: ({ signal }) => get('/api/orders/{order_id}', { path: { order_id: id }, signal }),
    // The payment is settled seconds after the buyer returns, so it is polled until then.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.data) ? 5_000 : false),
  });

export const isUnderWay = ({ status }: Order) => status === 'awaiting' || status === 'checking';
