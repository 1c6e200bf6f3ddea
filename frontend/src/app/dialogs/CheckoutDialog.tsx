import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { BillingFields } from '../../features/account/components/BillingFields';
import { LoginForm } from '../../features/account/components/LoginForm';
import { useBilling } from '../../features/account/lib/useBilling';
import { useAuth } from '../../features/account/queries';
import { Checkout } from '../../features/checkout/components/Checkout';
import { PaymentOverlay } from '../../features/checkout/components/PaymentOverlay';
import { ProviderWindowAlert } from '../../features/checkout/components/ProviderWindowAlert';
import { useOpenOrder } from '../../features/checkout/lib/useOpenOrder';
import { usePayment } from '../../features/checkout/lib/usePayment';
import { usePaymentOutcome } from '../../features/checkout/lib/usePaymentOutcome';
import { invalidateAccess } from '../../features/checkout/queries';
import { ClashNote } from '../../features/live/components/ClashNote';
import { checkoutDialog, useCheckoutDialog } from '../../shared/stores/checkoutDialog';
import { useIsLoginRequired } from '../../shared/stores/loginDialog';
import { takeLoginTarget } from '../routing/takenLoginTarget';

/** The checkout dialog and the payment overlay. Both hide while the person has to log in again. */
export default function CheckoutDialog() {
  const { item, opener, openOrderId } = useCheckoutDialog();
  const { user, isAuthenticated } = useAuth();
  const billing = useBilling(user);
  const isLoginRequired = useIsLoginRequired();
  const { key } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const findOrder = () => {
    checkoutDialog.close();
    invalidateAccess(queryClient);
  };
  const payment = usePayment({ onOwned: findOrder });
  const outcome = usePaymentOutcome(payment.state, isAuthenticated);
  const isFollowed = item !== null && isAuthenticated && payment.state.step === 'idle';
  useOpenOrder((isFollowed && openOrderId) || null, (orderId) => item && payment.resume(item, orderId));

  const end = (to?: string) => {
    payment.leave();
    checkoutDialog.close();
    if (to) navigate(to);
  };
  const tryAgain = () => {
    payment.leave();
    if (item) checkoutDialog.open(item, opener);
  };
  const leavePage = useEffectEvent(() => {
    // A payment in progress is followed on every page.
    if (!UNDER_WAY.has(payment.state.step)) payment.leave();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation.
  useEffect(() => () => leavePage(), [key]);

  if (isLoginRequired) return null;
  if (outcome) return <PaymentOverlay outcome={outcome} onLeave={end} onRetry={tryAgain} />;
  return (
    <>
      <ProviderWindowAlert payment={payment.state} />
      {item && (
        <Checkout
          item={item}
          billing={{
            state: billing.values.state,
            missing: billing.missing,
            fields: <BillingFields billing={billing} />,
            check: billing.check,
            save: billing.save,
          }}
          opener={opener}
          payment={payment}
          isMember={isAuthenticated}
          // The target stored before an earlier login is outdated.
          clash={isAuthenticated && item.times && <ClashNote times={item.times} />}
          signIn={<LoginForm onDone={takeLoginTarget} />}
          onClose={end}
          onOwned={findOrder}
          onRefused={() => invalidateAccess(queryClient)}
        />
      )}
    </>
  );
}

const UNDER_WAY: ReadonlySet<string> = new Set(['window', 'confirming', 'checking']);
