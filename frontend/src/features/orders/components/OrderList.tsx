import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useAwaited } from '../../../shared/lib/useAwaited';
import { usePages } from '../../../shared/lib/usePages';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ReceiptIcon } from '../../../shared/ui/icons/ReceiptIcon';
import { Unready } from '../../../shared/ui/Unready';
import { ORDERS_PAGE, orderPage } from '../queries';
import classes from './OrderList.module.css';
import { OrderRow, OrderRowSkeleton } from './OrderRow';
import rows from './OrderRow.module.css';

/** All that the member paid for, page after page. The server writes the first: templates/pages/orders.html. */
export function OrderList() {
  const { data } = useQuery(orderPage(0));
  const { pages, showMore } = usePages('');
  const awaited = useRef<number | null>(null);
  const total = data?.totalCount;
  const shown = Math.min(pages * ORDERS_PAGE, total ?? 0);
  if (total === 0) return <Nothing />;
  const more = () => {
    awaited.current = pages;
    showMore();
  };
  return (
    <div className={classes.root}>
      <h2 className="visually-hidden">Orders</h2>
      <ul className={rows.list} aria-label="Orders">
        {Array.from({ length: pages }, (_, page) => page).map((page) => (
          <Page key={page} page={page} awaited={awaited} />
        ))}
      </ul>
      {total !== undefined && shown < total && (
        <div className={classes.foot}>
          <p className={`${classes.count} tabular`}>
            {shown} of {total.toLocaleString('en-IN')} shown
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
  /** The page that was asked for last and has not come yet. */
  awaited: RefObject<number | null>;
}

function Page({ page, awaited }: PageProps) {
  const query = useQuery(orderPage(page));
  const first = useAwaited({ page, isThere: query.data !== undefined, awaited });
  if (!query.data) {
    return (
      <li>
        <Unready query={query} what="Your orders" className={rows.failed}>
          <OrderRowSkeleton />
          <OrderRowSkeleton />
          <OrderRowSkeleton />
        </Unready>
      </li>
    );
  }
  return query.data.data.map((order, place) => (
    <li key={order._id} ref={place === 0 ? first : null}>
      <OrderRow order={order} />
    </li>
  ));
}

function Nothing() {
  return (
    <EmptyState icon={<ReceiptIcon />} action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
      You have bought nothing yet. Every receipt and invoice will be kept here.
    </EmptyState>
  );
}
