import { billRows } from '../../../shared/lib/bill';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Alert } from '../../../shared/ui/Alert';
import { Amounts } from '../../../shared/ui/Amounts';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { Notice } from '../lib/payment';
import type { useApplyCoupon, useRemoveCoupon } from '../mutations';
import type { Cart } from '../queries';
import classes from './Checkout.module.css';
import { CouponForm } from './CouponForm';

interface Props {
  item: CheckoutItem;
  cart: Cart;
  notice: Notice | null;
  apply: ReturnType<typeof useApplyCoupon>;
  remove: ReturnType<typeof useRemoveCoupon>;
  /** The cart may not change while a payment is being prepared. */
  isFrozen: boolean;
  onCartExpired: (error: unknown) => void;
}

/** A member's bill, calculated by the server, and the coupons. */
export function CartForm({ item, cart, notice, apply, remove, isFrozen, onCartExpired }: Props) {
  return (
    <>
      {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
      <section className={classes.bill} aria-label="Bill">
        <Amounts rows={billRows(cart)} />
        {cart.billTotal === 0 && <p className={classes.small}>There is nothing to pay.</p>}
      </section>
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

export function CartSkeleton() {
  return (
    <div className={classes.bill} aria-busy="true">
      <p role="status" className="visually-hidden">
        Preparing your cart
      </p>
      <Skeleton lines={3} />
      <Skeleton shape="block" height="5rem" />
    </div>
  );
}
