import { durationText } from '../../../shared/lib/businessConstants';
import { refundRule } from '../../../shared/lib/refundRule';
import type { Kind } from '../../../shared/stores/checkoutDialog';
import * as classes from './Checkout.module.css';

/** The refund policy in a line; the page opens in a new tab, so that the checkout stays. */
export function RefundRule({ kind }: { kind: Kind }) {
  return (
    <p className={`ink-3 text-xs leading-5 mt-2 ${classes.small}`}>
      {kind === 'liveTrading' &&
        `You can swap or cancel a session until ${durationText('changeDeadline')} before it starts. `}
      {refundRule(kind)}{' '}
      <a href="/refund-policy" target="_blank" rel="noreferrer">
        Refund policy<span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    </p>
  );
}
