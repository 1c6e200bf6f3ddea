import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ReceiptIcon } from '../../../shared/ui/icons/ReceiptIcon';
import { PagedRows } from '../../../shared/ui/PagedRows';
import { ORDERS_PAGE, orderPage } from '../queries';
import classes from './OrderList.module.css';
import { OrderRow, OrderRowSkeleton } from './OrderRow';

/** The member's orders, paginated. */
export function OrderList() {
  const total = useQuery(orderPage(0)).data?.totalCount;
  if (total === 0) return <Nothing />;
  return (
    <div className={classes.root}>
      <h2 className="visually-hidden">Orders</h2>
      <PagedRows
        label="Orders"
        list=""
        total={total}
        pageSize={ORDERS_PAGE}
        usePage={(page) => useQuery(orderPage(page))}
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
    </div>
  );
}

function Nothing() {
  return (
    <EmptyState icon={<ReceiptIcon />} action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
      You haven't bought anything yet. Your receipts and invoices will appear here.
    </EmptyState>
  );
}
