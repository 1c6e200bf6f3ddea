import { formatDate, formatTime } from '../../../shared/lib/dates';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Zone } from '../../../shared/ui/Zone';
import type { Cart } from '../queries';
import classes from './ItemHead.module.css';

/** What is bought: as the page told it, until the server has. */
export function ItemHead({ item, cart }: { item: CheckoutItem; cart: Cart | undefined }) {
  const image = cart?.image ?? item.image;
  const creator = cart?.creator ?? item.creator;
  const days = cart ? cart.accessValidityInDays : item.accessValidityInDays;
  const name = cart?.plan.priceName;
  const plan = name && (cart?.sessions ? `Plan: ${name}` : name);
  return (
    <>
      <div className={classes.root}>
        {image && <img className={classes.image} src={image} width={640} height={360} alt="" />}
        <div className={classes.words}>
          <h3 className={classes.title}>{cart?.title ?? item.title}</h3>
          {creator && <p className={classes.line}>{creator}</p>}
          {(plan || days !== null) && (
            <p className={`${classes.line} tabular`}>
              {[plan, days !== null && `Access for ${inDays(days)}`].filter(Boolean).join(', ')}
            </p>
          )}
        </div>
      </div>
      {cart?.sessions && <Sessions sessions={cart.sessions} />}
    </>
  );
}

const FEW = 5;

/** Which sessions are in the cart, and when; many are folded up. */
function Sessions({ sessions }: { sessions: NonNullable<Cart['sessions']> }) {
  return (
    <details className={classes.sessions} open={sessions.length <= FEW}>
      <summary className={classes.count}>
        {sessions.length === 1 ? '1 session' : `${sessions.length} sessions`}
      </summary>
      <ul className={`${classes.rows} tabular`} aria-label="Sessions">
        {sessions.map(({ _id, sessionName, date }) => (
          <li key={_id}>
            {sessionName}, {formatDate(date)}, {formatTime(date)}
            <Zone />
          </li>
        ))}
      </ul>
    </details>
  );
}

const inDays = (days: number) => `${days.toLocaleString('en-IN')} ${days === 1 ? 'day' : 'days'}`;
