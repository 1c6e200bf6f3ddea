import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatRupees } from '../../../shared/lib/money';
import { Badge } from '../../../shared/ui/Badge';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { TagIcon } from '../../../shared/ui/icons/TagIcon';
import { allCoupons, type Cart, type Coupon, cartCoupons, publicCoupons } from '../queries';
import part from './Checkout.module.css';
import classes from './PublicCoupons.module.css';

interface Props {
  itemId: string;
  /** A member's cart: only what can be applied to it is listed. */
  cart?: Cart;
  /** The code on the cart. */
  applied?: string | null;
  /** Applies or removes the coupon; without it the list is read-only. */
  onPress?: ((coupon: Coupon) => void) | undefined;
}

/** The public coupons for this item, and below them those that are for others. */
export function PublicCoupons({ itemId, cart, applied = null, onPress }: Props) {
  const ofItem = useQuery({ ...publicCoupons(itemId), enabled: !cart });
  const ofCart = useQuery({ ...(cart ? cartCoupons(cart) : NO_CART), enabled: Boolean(cart) });
  const { data, error, refetch } = cart ? ofCart : ofItem;
  const all = useQuery(allCoupons());
  const id = useId();
  if (error && !data) {
    return <ErrorState error={error} message="Failed to fetch coupons" onRetry={refetch} />;
  }
  if (!data) return null;
  const coupons = data.data ?? [];
  const known = new Set(coupons.map(({ _id }) => _id));
  const others = (all.data?.items ?? []).filter(({ _id }) => !known.has(_id));
  if (coupons.length + others.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={part.part}>
        Coupons
      </h3>
      <ul className={classes.list} aria-labelledby={id}>
        {coupons.map((coupon, index) => (
          <li key={coupon._id}>
            {onPress ? (
              <button
                type="button"
                className={classes.coupon}
                aria-pressed={coupon.couponCode === applied}
                onClick={() => onPress(coupon)}
              >
                <Words coupon={coupon} isBest={index === 0 && coupons.length > 1 && applied === null} />
              </button>
            ) : (
              <div className={classes.coupon}>
                <Words coupon={coupon} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {!onPress && coupons.length > 0 && <p className={part.small}>Log in to apply a coupon.</p>}
      {others.length > 0 && (
        <details className={classes.others}>
          <summary className={classes.summary}>Other coupons, not for this order</summary>
          <ul className={classes.list}>
            {others.map((coupon) => (
              <li key={coupon._id} className={classes.coupon}>
                <Words coupon={coupon} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

// Not fetched: hooks run in the same order with and without a cart.
const NO_CART = cartCoupons({ _id: '', plan: { discountedPrice: 0 } } as Cart);

function Words({ coupon, isBest = false }: { coupon: Coupon; isBest?: boolean }) {
  return (
    <>
      <TagIcon size={18} className={classes.icon} />
      <span className={`${classes.words} tabular`}>
        <span>
          <strong className={classes.code}>{coupon.couponCode}</strong>
          {coupon.saves ? ` saves ${formatRupees(coupon.saves)}` : ''}
        </span>{' '}
        <span className={classes.what}>{coupon.shortDescription}</span>
      </span>
      {isBest && <Badge tone="success">Best offer</Badge>}
    </>
  );
}
