import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { formatRupees } from '../../../shared/lib/money';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Button } from '../../../shared/ui/Button';
import { classNames } from '../../../shared/ui/classNames';
import { Dialog } from '../../../shared/ui/Dialog';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { isOwned, isTurnedDown } from '../lib/refusal';
import { type usePayment, useProviderAtHand } from '../lib/usePayment';
import { useApplyCoupon, useRemoveCoupon } from '../mutations';
import { openCart } from '../queries';
import { CartForm, CartSkeleton } from './CartForm';
import classes from './Checkout.module.css';
import { EstimateForm } from './EstimateForm';
import { ItemHead } from './ItemHead';

interface Props {
  item: CheckoutItem;
  opener: HTMLElement | null;
  payment: ReturnType<typeof usePayment>;
  isMember: boolean;
  /** What a visitor logs in with; the cart follows in place. */
  signIn: ReactNode;
  onClose: () => void;
  /** The thing is theirs already. */
  onOwned: () => void;
  /** It cannot be had like this: what the page shows of it is not true any more. */
  onRefused: () => void;
}

/** The dialog in which all five kinds are paid for: an estimate for visitors, the server's cart for members. */
export function Checkout({ item, opener, payment, isMember, signIn, onClose, onOwned, onRefused }: Props) {
  const { step, word } = payment.state;
  const cart = useQuery({ ...openCart(item), enabled: isMember });
  const apply = useApplyCoupon(item);
  const remove = useRemoveCoupon(item);
  const bill = isMember ? cart.data?.data : undefined;
  const isEnrolling = step === 'enrolling';

  const payButton = useRef<HTMLButtonElement>(null);
  useFocusKept(isEnrolling, () => payButton.current?.focus());
  useProviderAtHand(bill !== undefined && bill.billTotal > 0);

  const isTheirs = isOwned(cart.error);
  const tellOwned = useEffectEvent(onOwned);
  useEffect(() => {
    if (isTheirs) tellOwned();
  }, [isTheirs]);

  const isRefused = !isTheirs && isTurnedDown(cart.error);
  const tellRefused = useEffectEvent(onRefused);
  useEffect(() => {
    if (isRefused) tellRefused();
  }, [isRefused]);

  return (
    <Dialog
      open={step !== 'window'}
      onOpenChange={() => onClose()}
      opener={opener}
      takesFocus
      dismissible={!isEnrolling}
      size={isMember ? 'm' : 'l'}
      title="Checkout"
      footer={
        bill && (
          <div className={classes.pay}>
            <p role="status" className={`${classes.total} tabular`}>
              <span className={classes.totalLabel}>Total with tax </span>
              {formatRupees(bill.billTotal)}
            </p>
            <Button
              ref={payButton}
              size="l"
              loading={isEnrolling}
              disabled={apply.isPending || remove.isPending || cart.isFetching}
              onClick={() => payment.pay(item, bill)}
            >
              Pay {formatRupees(bill.billTotal)}
            </Button>
          </div>
        )
      }
    >
      <div className={classNames(classes.root, !isMember && classes.beside)}>
        <div className={classes.item}>
          <ItemHead item={item} cart={bill} />
        </div>
        {!isMember && <EstimateForm item={item} signIn={signIn} />}
        {isMember && cart.isPending && <CartSkeleton />}
        {isMember && cart.isError && !bill && !isTheirs && (
          <ErrorState
            message={messageOf(cart.error, 'cart')}
            {...(isRefused
              ? { onRetry: () => onClose(), retryLabel: 'Go back' }
              : { onRetry: () => cart.refetch() })}
          />
        )}
        {bill && (
          <CartForm
            item={item}
            cart={bill}
            word={word}
            apply={apply}
            remove={remove}
            isFrozen={isEnrolling}
            onGone={(error) => payment.refuse(item, error)}
          />
        )}
      </div>
    </Dialog>
  );
}
