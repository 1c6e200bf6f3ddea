import type { ReactNode } from 'react';
import { billRows } from '../../../shared/lib/bill';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Alert } from '../../../shared/ui/Alert';
import { Amounts } from '../../../shared/ui/Amounts';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { Hold, Notice } from '../lib/payment';
import type { useApplyCoupon, useRemoveCoupon } from '../mutations';
import type { Cart } from '../queries';
import * as classes from './Checkout.module.css';
import { CouponForm } from './CouponForm';
import { HoldNotice } from './HoldNotice';
import { RefundRule } from './RefundRule';

interface Props {
  item: CheckoutItem;
  cart: Cart;
  billing: { state: string; fields: ReactNode };
  notice: Notice | null;
  /** The hold of an order that was not paid. */
  hold: Hold | null;
  isClosed: boolean;
  /** The bank refused the payment before. */
  isRefused: boolean;
  apply: ReturnType<typeof useApplyCoupon>;
  remove: ReturnType<typeof useRemoveCoupon>;
  /** The cart may not change while a payment is being prepared. */
  isFrozen: boolean;
  onCartExpired: (error: unknown) => void;
}

/** A member's bill, calculated by the server, and the coupons. */
export function CartForm(props: Props) {
  const { item, cart, billing, notice, hold, isClosed, isRefused, apply, remove, isFrozen, onCartExpired } =
    props;
  return (
    <>
      {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
      {hold && <HoldNotice hold={hold} isClosed={isClosed} isRefused={isRefused} />}
      <section className={`stack gap-3 ${classes.bill}`} aria-label="Bill">
        <Amounts rows={billRows({ ...cart, taxLines: taxLinesIn(billing.state, cart) })} />
        {cart.billTotal === 0 && (
          <p className={`ink-3 text-xs leading-5 mt-2 ${classes.small}`}>There is nothing to pay.</p>
        )}
        <RefundRule kind={item.kind} />
      </section>
      {cart.billTotal > 0 && billing.fields}
      <CouponForm
        item={item}
        cart={cart}
        apply={apply}
        remove={remove}
        isFrozen={isFrozen}
        onCartExpired={onCartExpired}
      />
    </>
  );
}

/** The tax as it is split for a buyer of this state; before one is selected, as the server assumes. */
function taxLinesIn(state: string, { taxLines, taxSplits }: Cart): Cart['taxLines'] {
  if (state === '') return taxLines;
  return state === taxSplits.supplierState ? taxSplits.sameState : taxSplits.otherState;
}

export function CartSkeleton() {
  return (
    <div className={`stack gap-3 ${classes.bill}`} aria-busy="true">
      <p role="status" className="visually-hidden">
        Preparing your cart
      </p>
      <Skeleton lines={3} />
      <Skeleton shape="block" height="5rem" />
    </div>
  );
}
