import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { Unready } from '../../../shared/ui/Unready';
import { ownPro, type OwnPro as Row } from '../lib/ownPro';
import { bookedPro, proSubscriptions } from '../queries';
import classes from './OwnPro.module.css';

interface Props {
  now: number;
  /** Nothing else is on the page: all of it is shown, and said where there is none. */
  isAlone: boolean;
}

/** What the member has and had of Pro. The server writes the same markup: templates/parts/own_pro.html. */
export function OwnPro({ now, isAlone }: Props) {
  const bought = useQuery(bookedPro());
  const times = useQuery(proSubscriptions());
  const isThere = bought.data && times.data;
  const { rows, amongOthers, wayOn } = ownPro(
    bought.data?.data ?? [],
    times.data?.data.subscriptions ?? [],
    now,
  );
  if (isThere && rows.length === 0 && !isAlone) return null;
  const shown = isAlone ? rows : rows.slice(0, amongOthers);
  return (
    <section className={classes.root} aria-labelledby="pro">
      <div className={classes.head}>
        <h2 id="pro" className={classes.title}>
          Pro
        </h2>
        {rows.length > 0 && wayOn && (
          <AppLink className={classes.way} to="/pro">
            {wayOn}
          </AppLink>
        )}
      </div>
      {!isThere && (
        <Unready query={bought.data ? times : bought} what="Your Pro plans">
          <div className={classes.list}>
            <div className={classes.row}>
              <div className={classes.words}>
                <Skeleton width="40%" />
                <Skeleton width="70%" />
              </div>
            </div>
          </div>
        </Unready>
      )}
      {shown.length > 0 && (
        <ul className={classes.list}>
          {shown.map((row) => (
            <li key={row.id}>
              <ProRow row={row} />
            </li>
          ))}
        </ul>
      )}
      {isThere && rows.length === 0 && (
        <EmptyState
          action={
            <ButtonLink variant="secondary" to="/pro">
              See what Pro holds
            </ButtonLink>
          }
        >
          You have no Pro at present. One subscription opens every course marked ‘Free with Pro’, and live
          webinars.
        </EmptyState>
      )}
      {shown.length < rows.length && (
        <div className={classes.foot}>
          <p className={`${classes.count} tabular`}>
            {shown.length} of {rows.length.toLocaleString('en-IN')} shown
          </p>
          <AppLink className={classes.way} to={{ search: '?kind=pro' }}>
            All of your Pro
          </AppLink>
        </div>
      )}
    </section>
  );
}

function ProRow({ row: { id, name, about, days, standing, orderId } }: { row: Row }) {
  const nameId = `pro-${id}`;
  return (
    <article className={classes.row} aria-labelledby={nameId}>
      <div className={classes.words}>
        <div className={classes.names}>
          <h3 id={nameId} className={classes.name}>
            {name}
          </h3>
          <Badge tone={standing === 'Active' ? 'pro' : 'neutral'}>{standing}</Badge>
        </div>
        {days && <p className={`${classes.days} tabular`}>{days}</p>}
        {about && <p className={`${classes.about} tabular`}>{about}</p>}
      </div>
      <div className={classes.actions}>
        {standing === 'Active' && (
          <ButtonLink variant="secondary" to="/courses?price=pro">
            See Pro courses
          </ButtonLink>
        )}
        {orderId && (
          <AppLink className={classes.way} to={`/orders?order=${orderId}`} aria-describedby={nameId}>
            Receipt
          </AppLink>
        )}
      </div>
    </article>
  );
}
