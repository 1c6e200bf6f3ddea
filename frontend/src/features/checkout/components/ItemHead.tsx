import { formatDate, formatTime } from '../../../shared/lib/dates';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { TimeZone } from '../../../shared/ui/TimeZone';
import type { Cart } from '../queries';
import * as classes from './ItemHead.module.css';

/** The item: first as the page described it, then from the cart. */
export function ItemHead({ item, cart }: { item: CheckoutItem; cart: Cart | undefined }) {
  const image = cart?.image ?? item.image;
  const creator = cart?.creator ?? item.creator;
  const days = cart ? cart.accessValidityInDays : item.accessValidityInDays;
  const date = cart?.date ?? item.date;
  const lastDay = date && lastDayOf(date, cart?.endDate ?? item.endDate);
  const name = cart?.plan.priceName;
  const afterSessions = item.kind === 'liveTrading' ? ' after each session' : '';
  const plan = name && (cart?.sessions ? `Plan: ${name}` : name);
  return (
    <>
      <div className="row items-center gap-4">
        {image && <img className={classes.image} src={image} width={640} height={360} alt="" />}
        <div className="min-w-0">
          <h3 className="text-m pretty">{cart?.title ?? item.title}</h3>
          {creator && <p className="ink-2 text-s leading-5">{creator}</p>}
          {(plan || days !== null) && (
            <p className="ink-2 text-s leading-5 tabular">
              {[plan, days !== null && `Access for ${inDays(days)}${afterSessions}`]
                .filter(Boolean)
                .join(', ')}
            </p>
          )}
        </div>
      </div>
      {date && (
        <p className="mt-2 text-s tabular">
          {formatDate(date)}, {formatTime(date)}
          {lastDay && ` to ${lastDay}`}
          <TimeZone />
        </p>
      )}
      {cart?.sessions && <Sessions sessions={cart.sessions} />}
    </>
  );
}

/** The day of the end, if that is another. */
function lastDayOf(date: string, endDate: string | undefined): string | null {
  const last = endDate ? formatDate(endDate) : null;
  return last === formatDate(date) ? null : last;
}

const FEW = 5;

/** The sessions in the cart; a long list is collapsed. */
function Sessions({ sessions }: { sessions: NonNullable<Cart['sessions']> }) {
  return (
    <details className="mt-2 text-s" open={sessions.length <= FEW}>
      <summary className="w-fit touch weight-550 leading-touch">
        {sessions.length === 1 ? '1 session' : `${sessions.length} sessions`}
      </summary>
      <ul className="ink-2 leading tabular" aria-label="Sessions">
        {sessions.map(({ _id, sessionName, date }) => (
          <li key={_id}>
            {sessionName}, {formatDate(date)}, {formatTime(date)}
            <TimeZone />
          </li>
        ))}
      </ul>
    </details>
  );
}

const inDays = (days: number) => `${days.toLocaleString('en-IN')} ${days === 1 ? 'day' : 'days'}`;
