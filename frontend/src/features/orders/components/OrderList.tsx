import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ReceiptIcon } from '../../../shared/ui/icons/ReceiptIcon';
import { PagedRows } from '../../../shared/ui/PagedRows';
import { ORDERS_PAGE, orderPage, type SESSIONS } from '../queries';
import { OrderRow, OrderRowSkeleton } from './OrderRow';

interface Props {
  /** Those of trading sessions alone. */
  kind: typeof SESSIONS | undefined;
  /** Chooses between them. */
  filter: ReactNode;
}

/** The member's orders, paginated. */
export function OrderList({ kind, filter }: Props) {
  const total = useQuery(orderPage(0, kind)).data?.totalCount;
  if (total === 0 && !kind) return <Nothing />;
  return (
    <div className="stack gap-4">
      <h2 className="visually-hidden">Orders</h2>
      {filter}
      {total === 0 ? (
        <NoSessions />
      ) : (
        <PagedRows
          label="Orders"
          list={kind ?? ''}
          total={total}
          pageSize={ORDERS_PAGE}
          usePage={(page) => useQuery(orderPage(page, kind))}
          what="orders"
          skeleton={
            <>
              <OrderRowSkeleton />
              <OrderRowSkeleton />
              <OrderRowSkeleton />
            </>
          }
        >
          {(order) => <OrderRow order={order} />}
        </PagedRows>
      )}
    </div>
  );
}

function NoSessions() {
  return (
    <EmptyState
      icon={<ReceiptIcon />}
      action={<ButtonLink to="/live-trading">See live trading programs</ButtonLink>}
    >
      You haven't bought any trading sessions yet.
    </EmptyState>
  );
}

function Nothing() {
  return (
    <EmptyState icon={<ReceiptIcon />} action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
      You haven't bought anything yet. Your receipts and invoices will appear here.
    </EmptyState>
  );
}
