import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { formatRupees } from '../../../shared/lib/money';
import { useHistoryStep } from '../../../shared/lib/useHistoryStep';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Button } from '../../../shared/ui/Button';
import { classNames } from '../../../shared/ui/classNames';
import { Dialog } from '../../../shared/ui/Dialog';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { isAlreadyOwned, isUnavailable } from '../lib/errorCodes';
import { type usePayment, usePreloadProvider } from '../lib/usePayment';
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
  /** The login form for visitors; after the login the cart replaces it. */
  signIn: ReactNode;
  onClose: () => void;
  /** The person already has this item. */
  onOwned: () => void;
  /** The item is not available like this any more: the page is outdated. */
  onRefused: () => void;
}

/** The checkout dialog for all five kinds: an estimate for visitors, the server's cart for members. */
export function Checkout({ item, opener, payment, isMember, signIn, onClose, onOwned, onRefused }: Props) {
  const { step, notice } = payment.state;
  const cart = useQuery({ ...openCart(item), enabled: isMember });
  const apply = useApplyCoupon(item);
  const remove = useRemoveCoupon(item);
  const bill = isMember ? cart.data?.data : undefined;
  const isEnrolling = step === 'enrolling';

  const payButton = useRef<HTMLButtonElement>(null);
  useRestoreFocus(isEnrolling, () => payButton.current?.focus());
  usePreloadProvider(bill !== undefined && bill.billTotal > 0);
  // The provider's window closes by its own buttons; Back must not leave the page under it.
  useHistoryStep(step === 'window', () => undefined);

  const isOwnedByUser = isAlreadyOwned(cart.error);
  const notifyOwned = useEffectEvent(onOwned);
  useEffect(() => {
    if (isOwnedByUser) notifyOwned();
  }, [isOwnedByUser]);

  const isRefused = !isOwnedByUser && isUnavailable(cart.error);
  const notifyRefused = useEffectEvent(onRefused);
  useEffect(() => {
    if (isRefused) notifyRefused();
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
              <span className={classes.totalLabel}>Total incl. GST </span>
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
        {isMember && cart.isError && !bill && !isOwnedByUser && (
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
            notice={notice}
            apply={apply}
            remove={remove}
            isFrozen={isEnrolling}
            onCartExpired={(error) => payment.handleError(item, error)}
          />
        )}
      </div>
    </Dialog>
  );
}
