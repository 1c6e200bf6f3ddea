import { figureText } from '../../../shared/lib/figures';
import type { Kind } from '../../../shared/stores/checkoutDialog';
import classes from './Checkout.module.css';

const IS_LIVE: ReadonlySet<Kind> = new Set<Kind>(['liveTrading', 'webinar', 'mentorship']);

/** The refund policy in a line; the page opens in a new tab, so that the checkout stays. */
export function RefundRule({ kind }: { kind: Kind }) {
  return (
    <p className={classes.small}>
      {kind === 'liveTrading' &&
        `You can swap or cancel a session until ${figureText('changeDeadline')} before it starts. `}
      No refund if you change your mind{IS_LIVE.has(kind) && '; a full refund if we cancel'}.{' '}
      <a href="/refund-policy" target="_blank" rel="noreferrer">
        Refund policy<span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    </p>
  );
}
