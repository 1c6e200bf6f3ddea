import { billRows } from '../../../shared/lib/bill';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Alert } from '../../../shared/ui/Alert';
import { Amounts } from '../../../shared/ui/Amounts';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { Word } from '../lib/payment';
import type { useApplyCoupon, useRemoveCoupon } from '../mutations';
import type { Cart } from '../queries';
import classes from './Checkout.module.css';
import { CouponDesk } from './CouponDesk';

interface Props {
  item: CheckoutItem;
  cart: Cart;
  word: Word | null;
  apply: ReturnType<typeof useApplyCoupon>;
  remove: ReturnType<typeof useRemoveCoupon>;
  /** The bill may not change while the payment is being made ready. */
  isFrozen: boolean;
  onGone: (error: unknown) => void;
}

/** What a member pays, by the server's reckoning, and the coupons that make it less. */
export function CartForm({ item, cart, word, apply, remove, isFrozen, onGone }: Props) {
  return (
    <>
      {word && <Alert tone={word.tone}>{word.text}</Alert>}
      <section className={classes.bill} aria-label="Bill">
        <Amounts rows={billRows(cart)} />
        {cart.billTotal === 0 && <p className={classes.small}>Nothing is left to pay.</p>}
      </section>
      <CouponDesk item={item} cart={cart} apply={apply} remove={remove} isFrozen={isFrozen} onGone={onGone} />
    </>
  );
}

/** The shape of the bill that is being reckoned. */
export function CartSkeleton() {
  return (
    <div className={classes.bill} aria-busy="true">
      <p role="status" className="visually-hidden">
        Making your cart
      </p>
      <Skeleton lines={3} />
      <Skeleton shape="block" height="5rem" />
    </div>
  );
}
