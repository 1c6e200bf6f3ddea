import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatRupees } from '../../../shared/lib/money';
import { Badge } from '../../../shared/ui/Badge';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { TagIcon } from '../../../shared/ui/icons/TagIcon';
import { allCoupons, type Cart, type Coupon, cartCoupons, publicCoupons } from '../queries';
import * as part from './Checkout.module.css';
import * as classes from './PublicCoupons.module.css';

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
      <h3 id={id} className={`text-m leading-snug mb-3 ${part.part}`}>
        Coupons
      </h3>
      <ul className="stack gap-2" aria-labelledby={id}>
        {coupons.map((coupon, index) => (
          <li key={coupon._id}>
            {onPress ? (
              <button
                type="button"
                className={`row items-center gap-3 w-full touch px-3 py-2 text-s leading-snug align-left ${classes.coupon}`}
                aria-pressed={coupon.couponCode === applied}
                onClick={() => onPress(coupon)}
              >
                <Words coupon={coupon} isBest={index === 0 && coupons.length > 1 && applied === null} />
              </button>
            ) : (
              <div
                className={`row items-center gap-3 w-full touch px-3 py-2 text-s leading-snug align-left ${classes.coupon}`}
              >
                <Words coupon={coupon} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {!onPress && coupons.length > 0 && (
        <p className={`ink-3 text-xs leading-5 mt-2 ${part.small}`}>Log in to apply a coupon.</p>
      )}
      {others.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit touch ink-2 text-s leading-touch">
            Other coupons, not for this order
          </summary>
          <ul className="stack gap-2">
            {others.map((coupon) => (
              <li
                key={coupon._id}
                className={`row items-center gap-3 w-full touch px-3 py-2 text-s leading-snug align-left ${classes.coupon}`}
              >
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
      <TagIcon size={18} className="flex-none green" />
      <span className="flex-1 min-w-0 tabular">
        <span>
          <strong className="weight-600">{coupon.couponCode}</strong>
          {coupon.saves ? ` saves ${formatRupees(coupon.saves)}` : ''}
        </span>{' '}
        <span className="block ink-2">{coupon.shortDescription}</span>
      </span>
      {isBest && <Badge tone="success">Best offer</Badge>}
    </>
  );
}
