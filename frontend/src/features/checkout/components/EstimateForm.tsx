import { type ReactNode, useId } from 'react';
import { estimatedRows } from '../../../shared/lib/bill';
import { gstTexts } from '../../../shared/lib/tax';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Amounts } from '../../../shared/ui/Amounts';
import * as classes from './Checkout.module.css';
import { PublicCoupons } from './PublicCoupons';
import { RefundRule } from './RefundRule';

/** For visitors: the estimated bill, the coupons, and the login. Payment needs a login. */
export function EstimateForm({ item, signIn }: { item: CheckoutItem; signIn: ReactNode }) {
  const { rows, total } = estimatedRows(item.price, item.oldPrice);
  const id = useId();
  return (
    <>
      <section className={`stack gap-3 ${classes.bill}`} aria-labelledby={`${id}-bill`}>
        <h3 id={`${id}-bill`} className={`text-m leading-snug mb-3 ${classes.part}`}>
          Estimate
        </h3>
        <p className="text-l weight-600 leading-snug tabular">
          {gstTexts(item.price).total}{' '}
          <span className="ink-2 text-s weight-400">incl. {gstTexts(item.price).rate} GST</span>
        </p>
        <Amounts rows={rows} total={{ label: 'Estimated total', amount: total }} />
        <p className={`ink-3 text-xs leading-5 mt-2 ${classes.small}`}>
          Your state decides how GST is split. You'll see the exact bill before you pay.
        </p>
        <RefundRule kind={item.kind} />
      </section>
      <section className={classes.signIn} aria-labelledby={`${id}-login`}>
        <h3 id={`${id}-login`} className={`text-m leading-snug mb-3 ${classes.part}`}>
          Secure Your Spot - Enter Mobile Number to Continue
        </h3>
        {signIn}
      </section>
      <div className={classes.coupons}>
        <PublicCoupons itemId={item.itemId} />
      </div>
    </>
  );
}
