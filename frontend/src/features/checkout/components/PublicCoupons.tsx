import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { Button } from '../../../shared/ui/Button';
import { TagIcon } from '../../../shared/ui/icons/TagIcon';
import { type Coupon, publicCoupons } from '../queries';
import part from './Checkout.module.css';
import classes from './PublicCoupons.module.css';

interface Props {
  itemId: string;
  /** The code on the cart. */
  applied?: string | null;
  /** Applies or removes the coupon; without it the list is read-only. */
  onPress?: ((coupon: Coupon) => void) | undefined;
}

/** The public coupons for this item. */
export function PublicCoupons({ itemId, applied = null, onPress }: Props) {
  const { data, error, refetch } = useQuery(publicCoupons(itemId));
  const id = useId();
  if (error && !data) {
    return (
      <div className={classes.failed}>
        <p role="alert">{messageOf(error, 'coupons')}</p>
        <Button variant="quiet" size="s" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  const coupons = data?.data ?? [];
  if (coupons.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={part.part}>
        Coupons
      </h3>
      <ul className={classes.list} aria-labelledby={id}>
        {coupons.map((coupon) => (
          <li key={coupon._id}>
            {onPress ? (
              <button
                type="button"
                className={classes.coupon}
                aria-pressed={coupon.couponCode === applied}
                onClick={() => onPress(coupon)}
              >
                <Words coupon={coupon} />
              </button>
            ) : (
              <div className={classes.coupon}>
                <Words coupon={coupon} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {!onPress && <p className={part.small}>Log in to apply a coupon.</p>}
    </section>
  );
}

function Words({ coupon }: { coupon: Coupon }) {
  return (
    <>
      <TagIcon size={18} className={classes.icon} />
      <span>
        <strong className={classes.code}>{coupon.couponCode}</strong>{' '}
        <span className={classes.what}>{coupon.shortDescription}</span>
      </span>
    </>
  );
}
