import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { checkoutDialog, useCheckoutDialog } from '../shared/stores/checkoutDialog';
import classes from './DialogHost.module.css';
import { PartBoundary } from './layouts/PartBoundary';
import { usePart } from './layouts/part';

const load = () => import(/* webpackChunkName: "checkout-dialog" */ './CheckoutDialog');

/** Where the checkout dialog stands, whatever is bought in it; it comes when somebody turns to it. */
export function CheckoutHost() {
  const isOpen = useCheckoutDialog(({ item }) => item !== null);
  const isExpected = useCheckoutDialog((state) => state.isExpected);
  const { Part, retry } = usePart(load);
  const { key } = useLocation();

  // It belongs to the page on which it was opened: going anywhere else closes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the page.
  useEffect(() => () => checkoutDialog.close(), [key]);

  return (
    isExpected && (
      <PartBoundary
        className={classes.failed}
        isQuiet={!isOpen}
        message="The checkout could not be loaded. Please check your connection."
        onRetry={retry}
      >
        <Suspense>
          <Part />
        </Suspense>
      </PartBoundary>
    )
  );
}
