import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { ownPro, PLANS_LINKS, type OwnPro as Row, STATUSES } from '../lib/ownPro';
import { bookedPro, proSubscriptions } from '../queries';
import * as classes from './OwnPro.module.css';

interface Props {
  /** It is the only section on the page: it lists everything, and has an empty state. */
  isAlone: boolean;
}

/** The member's Pro time. */
export function OwnPro({ isAlone }: Props) {
  const bought = useQuery(bookedPro());
  const times = useQuery(proSubscriptions());
  const isLoaded = bought.data && times.data;
  const { rows, amongOthers } = ownPro(bought.data?.data ?? [], times.data?.data.subscriptions ?? []);
  const action = times.data?.data.pro.action;
  if (isLoaded && rows.length === 0 && !isAlone) return null;
  const visible = isAlone ? rows : rows.slice(0, amongOthers);
  return (
    <section className="stack gap-4 columns-1" aria-labelledby="pro">
      <div className="cluster items-center justify-between gap-x-6">
        <h2 id="pro">Pro</h2>
        {rows.length > 0 && action && (
          <AppLink className={`inline-row items-center touch text-s ${classes.way}`} to="/pro">
            {PLANS_LINKS[action]}
          </AppLink>
        )}
      </div>
      {!isLoaded && (
        <QueryFallback query={bought.data ? times : bought} what="webinars">
          <div className="surface divided">
            <div className={`cluster items-center justify-between ${classes.row}`}>
              <div className={`stack gap-1 min-w-0 ${classes.text}`}>
                <Skeleton width="40%" />
                <Skeleton width="70%" />
              </div>
            </div>
          </div>
        </QueryFallback>
      )}
      {visible.length > 0 && (
        <ul className="surface divided">
          {visible.map((row) => (
            <li key={row.id}>
              <ProRow row={row} />
            </li>
          ))}
        </ul>
      )}
      {isLoaded && rows.length === 0 && (
        <EmptyState
          action={
            <ButtonLink variant="secondary" to="/pro">
              See what's in Pro
            </ButtonLink>
          }
        >
          You don't have Pro yet. One subscription unlocks every course marked ‘Free with Pro’, and live
          webinars.
        </EmptyState>
      )}
      {visible.length < rows.length && (
        <div className="cluster items-center justify-between gap-x-6">
          <p className="ink-2 text-s leading-snug tabular">
            {visible.length} of {rows.length.toLocaleString('en-IN')} shown
          </p>
          <AppLink
            className={`inline-row items-center touch text-s ${classes.way}`}
            to={{ search: '?kind=pro' }}
          >
            View all your Pro plans
          </AppLink>
        </div>
      )}
    </section>
  );
}

function ProRow({ row: { id, name, about, days, status, orderId } }: { row: Row }) {
  const nameId = `pro-${id}`;
  return (
    <article className={`cluster items-center justify-between ${classes.row}`} aria-labelledby={nameId}>
      <div className={`stack gap-1 min-w-0 ${classes.text}`}>
        <div className="cluster items-center gap-1 gap-x-3">
          <h3 id={nameId} className="text-m min-w-0">
            {name}
          </h3>
          <Badge tone={status === 'active' ? 'pro' : 'neutral'}>{STATUSES[status]}</Badge>
        </div>
        {days && <p className="text-s weight-550 leading-snug tabular">{days}</p>}
        {about && <p className="ink-2 text-s leading-snug tabular">{about}</p>}
      </div>
      <div className={`wrap items-center ${classes.actions}`}>
        {status === 'active' && (
          <ButtonLink variant="secondary" to="/courses?price=pro">
            See Pro courses
          </ButtonLink>
        )}
        {orderId && (
          <AppLink
            className={`inline-row items-center touch text-s ${classes.way}`}
            to={`/orders?order=${orderId}`}
            aria-describedby={nameId}
          >
            Receipt
          </AppLink>
        )}
      </div>
    </article>
  );
}
