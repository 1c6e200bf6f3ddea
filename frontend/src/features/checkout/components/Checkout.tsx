import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { formatRupees } from '../../../shared/lib/money';
import { useHistoryStep } from '../../../shared/lib/useHistoryStep';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { Button } from '../../../shared/ui/Button';
import { classNames } from '../../../shared/ui/classNames';
import { Dialog } from '../../../shared/ui/Dialog';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { isAlreadyOwned, isUnavailable } from '../lib/errorCodes';
import type { Hold } from '../lib/payment';
import { type usePayment, usePreloadProvider } from '../lib/usePayment';
import { useApplyCoupon, useRemoveCoupon } from '../mutations';
import { type Cart, openCart } from '../queries';
import { CartForm, CartSkeleton } from './CartForm';
import * as classes from './Checkout.module.css';
import { EstimateForm } from './EstimateForm';
import { ItemHead } from './ItemHead';

/** Whom the invoice names: asked for a bill above zero. */
interface BillingForm {
  /** Decides how the tax is split; empty while none is selected. */
  state: string;
  fields: ReactNode;
  /** 'name and state'; empty if nothing is missing. */
  missing: string;
  /** False if something is missing or wrong; the form says what. */
  check: () => boolean;
  save: () => Promise<boolean>;
}

interface Props {
  item: CheckoutItem;
  billing: BillingForm;
  opener: HTMLElement | null;
  payment: ReturnType<typeof usePayment>;
  isMember: boolean;
  /** The login form for visitors; after the login the cart replaces it. */
  signIn: ReactNode;
  /** Which bookings are at the same time as what is bought. */
  clash: ReactNode;
  onClose: () => void;
  /** The person already has this item. */
  onOwned: () => void;
  /** The item is not available like this any more: the page is outdated. */
  onRefused: () => void;
}

/** The checkout dialog for all five kinds: an estimate for visitors, the server's cart for members. */
export function Checkout(props: Props) {
  const { item, billing, opener, payment, isMember, signIn, clash, onClose, onOwned, onRefused } = props;
  const { step, notice } = payment.state;
  const closed = payment.state.step === 'idle' ? payment.state.closed : null;
  const cart = useQuery({ ...openCart(item), enabled: isMember });
  const apply = useApplyCoupon(item);
  const remove = useRemoveCoupon(item);
  const bill = isMember ? cart.data?.data : undefined;
  const isEnrolling = step === 'enrolling';
  const missing = bill && bill.billTotal > 0 ? billing.missing : '';
  const missingId = useId();

  const payButton = useRef<HTMLButtonElement>(null);
  useRestoreFocus(isEnrolling, () => payButton.current?.focus());
  usePreloadProvider(bill !== undefined && bill.billTotal > 0);
  // The provider's window closes by its own buttons; Back must not leave the page under it.
  useHistoryStep(step === 'window', () => undefined);

  const pay = (cart: Cart) => {
    if (cart.billTotal === 0) void payment.pay(item, cart, async () => true);
    else if (billing.check()) void payment.pay(item, cart, billing.save);
  };

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
          <div className="cluster items-center justify-between gap-4 flex-1">
            <p role="status" className="text-l weight-600 leading-snug tabular">
              <span className="block ink-2 text-xs weight-400">Total incl. GST </span>
              {formatRupees(bill.billTotal)}
            </p>
            <Button
              ref={payButton}
              size="l"
              loading={isEnrolling}
              disabled={apply.isPending || remove.isPending || cart.isFetching}
              aria-describedby={missing ? missingId : undefined}
              onClick={() => pay(bill)}
            >
              Pay {formatRupees(bill.billTotal)}
            </Button>
            {missing && (
              <p id={missingId} className={`basis-full ink-2 text-xs leading-5 ${classes.missing}`}>
                Add your {missing} to pay.
              </p>
            )}
          </div>
        )
      }
    >
      <div className={classNames(`stack gap-5 ${classes.root}`, !isMember && classes.beside)}>
        <div className={classes.item}>
          <ItemHead item={item} cart={bill} />
          {clash}
        </div>
        {!isMember && <EstimateForm item={item} signIn={signIn} />}
        {isMember && cart.isPending && <CartSkeleton />}
        {isMember && cart.isError && !bill && !isOwnedByUser && (
          <ErrorState
            error={cart.error}
            message="Failed to send cart data"
            {...(isRefused
              ? { onRetry: () => onClose(), retryLabel: 'Go back' }
              : { onRetry: () => cart.refetch() })}
          />
        )}
        {bill && (
          <CartForm
            item={item}
            cart={bill}
            billing={billing}
            notice={notice}
            hold={closed ?? holdOf(bill)}
            isClosed={closed !== null}
            isRefused={closed !== null && notice !== null}
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

/** After a reload the cart knows what an unpaid order holds. */
const holdOf = ({ heldUntil, seats }: Cart): Hold | null => (heldUntil ? { until: heldUntil, seats } : null);
