import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LoginForm } from '../features/account/components/LoginForm';
import { useAuth } from '../features/account/queries';
import { Checkout } from '../features/checkout/components/Checkout';
import { PaymentOverlay } from '../features/checkout/components/PaymentOverlay';
import { WindowAlert } from '../features/checkout/components/WindowAlert';
import { useOutcome } from '../features/checkout/lib/useOutcome';
import { usePayment } from '../features/checkout/lib/usePayment';
import { renew } from '../features/checkout/queries';
import { checkoutDialog, useCheckoutDialog } from '../shared/stores/checkoutDialog';
import { useIsHeld } from '../shared/stores/loginDialog';
import { takeLoginTarget } from './loginTarget';

/** The checkout dialog and what follows it; both step aside while somebody has to log in again. */
export default function CheckoutDialog() {
  const { item, opener } = useCheckoutDialog();
  const { isAuthenticated } = useAuth();
  const isHeld = useIsHeld();
  const { key } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const findOwned = () => {
    checkoutDialog.close();
    renew(queryClient);
  };
  const payment = usePayment({ onOwned: findOwned });
  const outcome = useOutcome(payment.state, isAuthenticated);

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
    // Money under way is followed wherever the person goes.
    if (!UNDER_WAY.has(payment.state.step)) payment.leave();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the page.
  useEffect(() => () => leavePage(), [key]);

  if (isHeld) return null;
  if (outcome) return <PaymentOverlay outcome={outcome} onLeave={end} onRetry={tryAgain} />;
  return (
    <>
      <WindowAlert payment={payment.state} />
      {item && (
        <Checkout
          item={item}
          opener={opener}
          payment={payment}
          isMember={isAuthenticated}
          // Where they wanted to go before is not where they want to be now.
          signIn={<LoginForm onDone={takeLoginTarget} />}
          onClose={end}
          onOwned={findOwned}
          onRefused={() => renew(queryClient)}
        />
      )}
    </>
  );
}

const UNDER_WAY: ReadonlySet<string> = new Set(['window', 'confirming', 'checking']);
