import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { OrderList } from '../../features/orders/components/OrderList';
import { Receipt } from '../../features/orders/components/Receipt';
import { orderDetail } from '../../features/orders/queries';
import { AppLink } from '../../shared/ui/AppLink';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { ChevronLeftIcon } from '../../shared/ui/icons/ChevronLeftIcon';
import leads from '../ownLeads.json';
import { PageHead } from '../PageHead';
import type { RouteRow } from '../routeRow';
import classes from './Orders.module.css';

/** What was paid for; with `?order=` one of them. */
export default function Orders({ row }: { row: RouteRow }) {
  const { search } = useLocation();
  const id = new URLSearchParams(search).get('order');
  if (id) return <Order id={id} />;
  return (
    <>
      <PageHead title={row.title} lead={leads.orders} />
      <div className={`container ${classes.root}`}>
        <OrderList />
      </div>
    </>
  );
}

function Order({ id }: { id: string }) {
  const { data } = useSuspenseQuery(orderDetail(id));
  const { title, href } = data.data;
  return (
    <>
      <PageHead title={title}>
        <AppLink className={classes.back} to="/orders">
          <ChevronLeftIcon size={18} />
          All orders and receipts
        </AppLink>
      </PageHead>
      <div className={`container ${classes.root} ${classes.one}`}>
        <Receipt order={data.data} />
        {href && (
          <ButtonLink variant="secondary" to={href}>
            Go to what you bought
          </ButtonLink>
        )}
      </div>
    </>
  );
}
