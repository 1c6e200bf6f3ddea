import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LoginForm } from '../../features/account/components/LoginForm';
import { useAuth } from '../../features/account/queries';
import { Checkout } from '../../features/checkout/components/Checkout';
import { PaymentOverlay } from '../../features/checkout/components/PaymentOverlay';
import { ProviderWindowAlert } from '../../features/checkout/components/ProviderWindowAlert';
import { usePayment } from '../../features/checkout/lib/usePayment';
import { usePaymentOutcome } from '../../features/checkout/lib/usePaymentOutcome';
import { invalidateAccess } from '../../features/checkout/queries';
import { checkoutDialog, useCheckoutDialog } from '../../shared/stores/checkoutDialog';
import { useIsLoginRequired } from '../../shared/stores/loginDialog';
import { takeLoginTarget } from '../routing/loginTarget';

/** The checkout dialog and the payment overlay. Both hide while the person has to log in again. */
export default function CheckoutDialog() {
  const { item, opener } = useCheckoutDialog();
  const { isAuthenticated } = useAuth();
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
          opener={opener}
          payment={payment}
          isMember={isAuthenticated}
          // The target stored before an earlier login is outdated.
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
