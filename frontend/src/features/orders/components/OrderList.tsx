import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useFocusNewRows } from '../../../shared/lib/useFocusNewRows';
import { usePageCount } from '../../../shared/lib/usePageCount';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ReceiptIcon } from '../../../shared/ui/icons/ReceiptIcon';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { ORDERS_PAGE, orderPage } from '../queries';
import classes from './OrderList.module.css';
import { OrderRow, OrderRowSkeleton } from './OrderRow';
import rows from './OrderRow.module.css';

/** The member's orders, paginated. */
export function OrderList() {
  const { data } = useQuery(orderPage(0));
  const { pages, showMore } = usePageCount('');
  const requestedPage = useRef<number | null>(null);
  const total = data?.totalCount;
  const visibleCount = Math.min(pages * ORDERS_PAGE, total ?? 0);
  if (total === 0) return <Nothing />;
  const more = () => {
    requestedPage.current = pages;
    showMore();
  };
  return (
    <div className={classes.root}>
      <h2 className="visually-hidden">Orders</h2>
      <ul className={rows.list} aria-label="Orders">
        {Array.from({ length: pages }, (_, page) => page).map((page) => (
          <Page key={page} page={page} requestedPage={requestedPage} />
        ))}
      </ul>
      {total !== undefined && visibleCount < total && (
        <div className={classes.foot}>
          <p className={`${classes.count} tabular`}>
            {visibleCount} of {total.toLocaleString('en-IN')} shown
          </p>
          <Button variant="secondary" onClick={more}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

interface PageProps {
  page: number;
  /** The requested page that has not loaded yet. */
  requestedPage: RefObject<number | null>;
}

function Page({ page, requestedPage }: PageProps) {
  const query = useQuery(orderPage(page));
  const first = useFocusNewRows({ page, isLoaded: query.data !== undefined, requestedPage });
  if (!query.data) {
    return (
      <li>
        <QueryFallback query={query} what="orders" className={rows.failed}>
          <OrderRowSkeleton />
          <OrderRowSkeleton />
          <OrderRowSkeleton />
        </QueryFallback>
      </li>
    );
  }
  return query.data.data.map((order, index) => (
    <li key={order._id} ref={index === 0 ? first : null}>
      <OrderRow order={order} />
    </li>
  ));
}

function Nothing() {
  return (
    <EmptyState icon={<ReceiptIcon />} action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
      You haven't bought anything yet. Your receipts and invoices will appear here.
    </EmptyState>
  );
}
