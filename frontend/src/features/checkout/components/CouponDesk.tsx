import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { formatRupees } from '../../../shared/lib/money';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Button } from '../../../shared/ui/Button';
import { Field } from '../../../shared/ui/Field';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { isGone, isSessionEnd } from '../lib/refusal';
import type { useApplyCoupon, useRemoveCoupon } from '../mutations';
import type { Cart } from '../queries';
import classes from './CouponDesk.module.css';
import { PublicCoupons } from './PublicCoupons';

interface Props {
  item: CheckoutItem;
  cart: Cart;
  apply: ReturnType<typeof useApplyCoupon>;
  remove: ReturnType<typeof useRemoveCoupon>;
  isFrozen: boolean;
  /** The cart has expired in the meantime. */
  onGone: (error: unknown) => void;
}

/** Where a coupon is typed or chosen, and taken off again. */
export function CouponDesk({ item, cart, apply, remove, isFrozen, onGone }: Props) {
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const takeOff = useRef<HTMLButtonElement>(null);
  const applied = cart.coupon?.CouponCode ?? null;
  const isBusy = isFrozen || apply.isPending || remove.isPending;
  useFocusAfter(applied, () => (takeOff.current ?? field.current)?.focus());

  const clear = () => {
    setEmpty(false);
    apply.reset();
    remove.reset();
  };
  const stumble = (error: unknown) => (isGone(error) ? onGone(error) : field.current?.focus());
  const put = (wanted: string, shortDescription = '') => {
    clear();
    apply.mutate(
      { cart, code: wanted, shortDescription },
      { onSuccess: () => setCode(''), onError: stumble },
    );
  };
  const drop = (unwanted: string) => {
    clear();
    remove.mutate({ cart, code: unwanted }, { onError: stumble });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = code.trim();
    setEmpty(wanted === '');
    if (wanted === '') field.current?.focus();
    else if (!isBusy) put(wanted);
  };
  return (
    <section className={classes.root} aria-label="Coupon">
      {cart.coupon && (
        <div className={classes.applied}>
          <CheckIcon size={18} className={classes.tick} />
          <p className="tabular">
            <strong>{cart.coupon.CouponCode}</strong> saves you {formatRupees(cart.coupon.Coupondiscount)}
          </p>
          <Button
            ref={takeOff}
            variant="quiet"
            size="s"
            loading={remove.isPending}
            disabled={isBusy}
            onClick={() => drop(cart.coupon?.CouponCode ?? '')}
          >
            Remove
          </Button>
        </div>
      )}
      <form className={classes.form} noValidate onSubmit={submit}>
        <Field
          ref={field}
          className={classes.field}
          label="Coupon code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={code}
          error={errorOf({ isEmpty, error: apply.error ?? remove.error })}
          onChange={({ target }) => {
            clear();
            setCode(target.value);
          }}
        />
        <Button type="submit" variant="secondary" loading={apply.isPending} disabled={isBusy}>
          Apply
        </Button>
      </form>
      <PublicCoupons
        itemId={item.itemId}
        applied={applied}
        onPress={({ couponCode, shortDescription }) => {
          if (isBusy) return;
          if (couponCode === applied) drop(couponCode);
          else put(couponCode, shortDescription);
        }}
      />
    </section>
  );
}

function errorOf({ isEmpty, error }: { isEmpty: boolean; error: unknown }) {
  const isSaid = error === null || isGone(error) || isSessionEnd(error);
  if (!isEmpty && isSaid) return undefined;
  return <span role="alert">{isEmpty ? 'Enter a coupon code.' : messageOf(error, 'other')}</span>;
}

/** The button that waited was disabled and lost the focus: it goes on at what took its place. */
function useFocusAfter(applied: string | null, takeUp: () => void): void {
  const before = useRef(applied);
  useEffect(() => {
    if (before.current === applied) return;
    before.current = applied;
    if (document.activeElement?.matches('body, [role="dialog"]')) takeUp();
  });
}
