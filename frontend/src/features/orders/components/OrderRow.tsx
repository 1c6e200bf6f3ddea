import { formatDay } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { orderStatus, refundText } from '../lib/orderStatus';
import type { Order } from '../queries';
import * as classes from './OrderRow.module.css';

/** An order, with a link to its receipt. */
export function OrderRow({ order }: { order: Order }) {
  const { tone, label } = orderStatus(order);
  const lines = linesText(order);
  return (
    <article className={`stack items-center ${classes.root}`}>
      {order.image && (
        <img className={classes.image} src={order.image} width={640} height={360} alt="" loading="lazy" />
      )}
      <div className={classes.text}>
        <h3 className="text-m pretty">
          <AppLink className={classes.link} to={`/orders?order=${order._id}`}>
            {order.title}
          </AppLink>
        </h3>
        {lines && <p className="cluster gap-x-4 ink-2 text-s leading-5 tabular">{lines}</p>}
        <p className="cluster gap-x-4 ink-2 text-s leading-5 tabular">
          <span>{formatDay(order.paidAt ?? order.createdAt)}</span>
          <span>{order.number}</span>
        </p>
        {order.refunds.map((refund) => (
          <p key={refund._id} className="cluster gap-x-4 ink-2 text-s leading-5 tabular">
            {refundText(refund)}
          </p>
        ))}
      </div>
      <p className={`gap-1 gap-x-3 weight-600 ${classes.sum} tabular`}>
        <span>{formatRupees(order.billTotal)}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
    </article>
  );
}

/** 'Opening Bell Desk: Gap and range, 27 Nov 2026 and 2 more', where that says more than the title. */
function linesText({ title, lines }: Order): string | null {
  const [first] = lines;
  if (!first || first.title === title) return null;
  return lines.length === 1 ? first.title : `${first.title} and ${lines.length - 1} more`;
}

export function OrderRowSkeleton() {
  return (
    <div className={`stack items-center ${classes.root}`}>
      <Skeleton shape="block" ratio="16 / 9" className={classes.image} />
      <div className={classes.text}>
        <Skeleton width="70%" />
        <Skeleton width="45%" />
      </div>
      <Skeleton width="5rem" className={`gap-1 gap-x-3 weight-600 ${classes.sum}`} />
    </div>
  );
}
