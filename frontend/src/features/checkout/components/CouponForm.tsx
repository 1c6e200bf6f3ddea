import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { clearError } from '../../../shared/lib/clearError';
import { formatRupees } from '../../../shared/lib/money';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Button } from '../../../shared/ui/Button';
import { Field } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { isCartExpired, isSessionEnd } from '../lib/errorCodes';
import type { useApplyCoupon, useRemoveCoupon } from '../mutations';
import type { Cart } from '../queries';
import classes from './CouponForm.module.css';
import { PublicCoupons } from './PublicCoupons';

interface Props {
  item: CheckoutItem;
  cart: Cart;
  apply: ReturnType<typeof useApplyCoupon>;
  remove: ReturnType<typeof useRemoveCoupon>;
  isFrozen: boolean;
  /** The cart has expired. */
  onCartExpired: (error: unknown) => void;
}

/** Applies and removes a coupon. */
export function CouponForm({ item, cart, apply, remove, isFrozen, onCartExpired }: Props) {
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const applied = cart.coupon?.CouponCode ?? null;
  const isBusy = isFrozen || apply.isPending || remove.isPending;
  useFocusAfter(applied, () => (removeButton.current ?? field.current)?.focus());

  const clear = () => {
    setEmpty(false);
    clearError(apply);
    clearError(remove);
  };
  const handleError = (error: unknown) =>
    isCartExpired(error) ? onCartExpired(error) : field.current?.focus();
  const applyCode = (newCode: string, shortDescription = '') => {
    clear();
    apply.mutate(
      { cart, code: newCode, shortDescription },
      { onSuccess: () => setCode(''), onError: handleError },
    );
  };
  const removeCode = (oldCode: string) => {
    clear();
    remove.mutate({ cart, code: oldCode }, { onError: handleError });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const newCode = code.trim();
    setEmpty(newCode === '');
    if (newCode === '') field.current?.focus();
    else if (!isBusy) applyCode(newCode);
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
            ref={removeButton}
            variant="quiet"
            size="s"
            loading={remove.isPending}
            disabled={isBusy}
            onClick={() => removeCode(cart.coupon?.CouponCode ?? '')}
          >
            Remove
          </Button>
        </div>
      )}
      <Form className={classes.form} noValidate onSubmit={submit}>
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
      </Form>
      <PublicCoupons
        itemId={item.itemId}
        cart={cart}
        applied={applied}
        onPress={({ couponCode, shortDescription }) => {
          if (isBusy) return;
          if (couponCode === applied) removeCode(couponCode);
          else applyCode(couponCode, shortDescription);
        }}
      />
    </section>
  );
}

function errorOf({ isEmpty, error }: { isEmpty: boolean; error: unknown }) {
  const isShownElsewhere = error === null || isCartExpired(error) || isSessionEnd(error);
  if (!isEmpty && isShownElsewhere) return undefined;
  return <span role="alert">{isEmpty ? 'Enter a coupon code.' : messageOf(error, 'other')}</span>;
}

/** The button lost the focus while it was disabled: the focus moves to its replacement. */
function useFocusAfter(applied: string | null, moveFocus: () => void): void {
  const before = useRef(applied);
  useEffect(() => {
    if (before.current === applied) return;
    before.current = applied;
    if (document.activeElement?.matches('body, [role="dialog"]')) moveFocus();
  });
}
