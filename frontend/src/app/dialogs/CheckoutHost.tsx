import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { checkoutDialog, useCheckoutDialog } from '../../shared/stores/checkoutDialog';
import { LazyErrorBoundary } from '../../shared/ui/LazyErrorBoundary';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';
import * as classes from './DialogHost.module.css';

const load = () => import(/* webpackChunkName: "checkout-dialog" */ './CheckoutDialog');

/**
 * Mounts the checkout dialog at the root. Its script is fetched when somebody hovers or focuses a buy button.
 */
export function CheckoutHost() {
  const isOpen = useCheckoutDialog(({ item }) => item !== null);
  const isPreloaded = useCheckoutDialog((state) => state.isPreloaded);
  const { LazyComponent, retry } = useLazyComponent(load);
  const { key } = useLocation();

  // Navigating away closes the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation.
  useEffect(() => () => checkoutDialog.close(), [key]);

  return (
    isPreloaded && (
      <LazyErrorBoundary className={`surface ${classes.failed}`} isQuiet={!isOpen} onRetry={retry}>
        <Suspense>
          <LazyComponent />
        </Suspense>
      </LazyErrorBoundary>
    )
  );
}
