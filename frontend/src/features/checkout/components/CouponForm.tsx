import { useRef, useState } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { clearError } from '../../../shared/lib/clearError';
import { formatRupees } from '../../../shared/lib/money';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Button } from '../../../shared/ui/Button';
import { Field } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { useForm } from '../../../shared/ui/useForm';
import { isCartExpired, isSessionEnd } from '../lib/errorCodes';
import type { useApplyCoupon, useRemoveCoupon } from '../mutations';
import type { Cart } from '../queries';
import * as classes from './CouponForm.module.css';
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
  const field = useRef<HTMLInputElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const applied = cart.coupon?.CouponCode ?? null;
  const isBusy = isFrozen || apply.isPending || remove.isPending;
  // Before the form, which would give it back to 'Apply'.
  useRestoreFocus(apply.isPending || remove.isPending, () =>
    (removeButton.current ?? field.current)?.focus(),
  );

  const handleError = (error: unknown) =>
    isCartExpired(error) ? onCartExpired(error) : field.current?.focus();
  const form = useForm(apply, () => {
    const newCode = code.trim();
    if (newCode === '') return { code: 'Enter a coupon code.' };
    if (!isBusy) applyCode(newCode);
  });
  const applyCode = (newCode: string, shortDescription = '') => {
    clearError(remove);
    form.send(
      { cart, code: newCode, shortDescription },
      { onSuccess: () => setCode(''), onError: handleError },
    );
  };
  const removeCode = (oldCode: string) => {
    form.clear('code');
    remove.mutate({ cart, code: oldCode }, { onError: handleError });
  };
  return (
    <section className={`stack gap-4 pt-5 ${classes.root}`} aria-label="Coupon">
      {cart.coupon && (
        <div className={`row gap-3 items-center text-s ${classes.applied}`}>
          <CheckIcon size={18} className="flex-none green" />
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
      <Form className={`stack columns-1-auto gap-3 ${classes.form}`} {...form.props}>
        <Field
          ref={field}
          name="code"
          className={classes.field}
          label="Coupon code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={code}
          error={form.field('code').error ?? refusalOf(apply.error ?? remove.error)}
          onChange={({ target }) => {
            clearError(remove);
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

function refusalOf(error: unknown) {
  const isShownElsewhere = error === null || isCartExpired(error) || isSessionEnd(error);
  return isShownElsewhere ? undefined : <span role="alert">{messageOf(error, 'other')}</span>;
}
