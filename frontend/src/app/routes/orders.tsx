import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { OrderList } from '../../features/orders/components/OrderList';
import { Receipt } from '../../features/orders/components/Receipt';
import { itemLinkLabel } from '../../features/orders/lib/orderStatus';
import { orderDetail, SESSIONS } from '../../features/orders/queries';
import { AppLink } from '../../shared/ui/AppLink';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { FilterLinks } from '../../shared/ui/FilterLinks';
import { ChevronLeftIcon } from '../../shared/ui/icons/ChevronLeftIcon';
import leads from '../leads/member.json';
import { PageHead } from '../page/PageHead';
import type { RouteRow } from '../routing/routeRow';
import * as classes from './Orders.module.css';

const KINDS = { [SESSIONS]: 'Trading sessions' };

/** The list of orders; with `?order=` one order. */
export default function Orders({ row }: { row: RouteRow }) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const id = query.get('order');
  if (id) return <Order id={id} />;
  const kind = query.get('kind') === SESSIONS ? SESSIONS : undefined;
  return (
    <>
      <PageHead title={row.title} lead={leads.orders} />
      <div className="container pb-10">
        <OrderList
          kind={kind}
          filter={<FilterLinks label="Orders" name="kind" choices={KINDS} chosen={kind} />}
        />
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
        <AppLink className="inline-row items-center gap-1 touch mt-2 text-s" to="/orders">
          <ChevronLeftIcon size={18} />
          All orders and receipts
        </AppLink>
      </PageHead>
      <div className={`container pb-10 stack justify-items-start gap-5 ${classes.one}`}>
        <Receipt order={data.data} />
        {href && (
          <ButtonLink variant="secondary" to={href}>
            {itemLinkLabel(data.data)}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
