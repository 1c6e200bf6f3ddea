import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { ApiError, post } from '../../../shared/api/client';
import { pageSettings, siteData } from '../../../shared/lib/pageData';
import { type CheckoutItem, checkoutDialog, useCheckoutDialog } from '../../../shared/stores/checkoutDialog';
import {
  type Cart,
  type Confirmed,
  checkoutKeys,
  type Enrolled,
  invalidateAccess,
  type Sale,
} from '../queries';
import {
  isAlreadyOwned,
  isCartExpired,
  isChanged,
  isRejection,
  isUnavailable,
  noticeFor,
} from './errorCodes';
import { endpointsOf, nextOf } from './kinds';
import { IDLE, type Payment, paymentReducer } from './payment';
import { loadProvider, type PaymentProvider, providerNamed } from './providers';
import { confirmBody, type PaymentIds } from './providers/fields';

const OUTDATED = 'This page is out of date. Please reload it.';

/** A payment from the click on Pay to its outcome. It outlives the dialog: a success may come late. */
export function usePayment({ onOwned }: { onOwned: () => void }) {
  const [state, dispatch] = useReducer(paymentReducer, null, initialState);
  const attempts = useRef(0);
  const openWindow = useRef<{ attempt: number; close: () => void } | null>(null);
  const queryClient = useQueryClient();

  const paid = (item: CheckoutItem, { amount, courseId }: Pick<Confirmed, 'amount' | 'courseId'>) => {
    dispatch({ type: 'paid', purchase: { title: item.title, amount, next: nextOf(item.kind, courseId) } });
    invalidateAccess(queryClient);
  };

  const handleError = (item: CheckoutItem, error: unknown) => {
    if (isAlreadyOwned(error)) {
      dispatch({ type: 'left' });
      onOwned();
      return;
    }
    const key = checkoutKeys.cart(item);
    const fresh = error instanceof ApiError ? error.data : undefined;
    if (fresh) queryClient.setQueryData(key, { data: fresh });
    else if (isCartExpired(error) || isChanged(error)) void queryClient.invalidateQueries({ queryKey: key });
    // Seats, times and prices on the page are outdated.
    if (isUnavailable(error)) invalidateAccess(queryClient);
    dispatch({ type: 'refused', notice: noticeFor(error) });
  };

  const confirm = async (item: CheckoutItem, sale: Sale & { ids: PaymentIds }, orderNumber: string) => {
    dispatch({ type: 'confirming' });
    checkoutDialog.setOrder(item, sale.orderId);
    try {
      const { data } = await post(endpointsOf(item.kind).confirm, confirmBody(sale.ids));
      // A refund since then is found by refetching the order.
      if ('courseId' in data && data.receipt.status !== 'refunded') paid(item, data);
      else dispatch({ type: 'unknown', item, sale });
    } catch (error) {
      dispatch(isRejection(error) ? { type: 'rejected', orderNumber } : { type: 'unknown', item, sale });
    }
  };

  const show = (provider: PaymentProvider, item: CheckoutItem, order: Enrolled, attempt: number) => {
    const close = provider.open({
      order,
      brand: siteData().brandName,
      title: item.title,
      // However late, a successful payment is confirmed, and a second window is closed.
      onPaid: (ids) => {
        if (openWindow.current?.attempt !== attempt) openWindow.current?.close();
        void confirm(item, { kind: item.kind, orderId: order.orderId, ids }, order.orderNumber);
      },
      onDismiss: () => attempt === attempts.current && dispatch({ type: 'dismissed' }),
      onDeclined: () => attempt === attempts.current && dispatch({ type: 'declined' }),
    });
    openWindow.current = { attempt, close };
    checkoutDialog.setOpenOrder(item, order.orderId);
    dispatch({ type: 'opened', hold: { until: order.heldUntil, seats: order.seats } });
  };

  /** Nothing is ordered unless `prepare` succeeds. */
  const pay = async (item: CheckoutItem, cart: Cart, prepare: () => Promise<boolean>) => {
    attempts.current += 1;
    const attempt = attempts.current;
    const isCancelled = () => attempt !== attempts.current || useCheckoutDialog.getState().item !== item;
    dispatch({ type: 'enrolling' });
    const isPrepared = await prepare();
    if (isCancelled()) return;
    if (!isPrepared) return dispatch({ type: 'refused', notice: null });
    try {
      const { data } = await post(endpointsOf(item.kind).enroll, { id: cart._id });
      const order = data as Enrolled;
      if (order.paid) return paid(item, order);
      if (isCancelled()) return;
      const provider = providerNamed(order.provider);
      const isReady = provider && (await loadProvider(provider, order.checkoutScript));
      if (isCancelled()) return;
      if (isReady) show(provider, item, order, attempt);
      else dispatch({ type: 'refused', notice: { tone: 'error', text: provider?.loadError ?? OUTDATED } });
    } catch (error) {
      if (!isCancelled()) handleError(item, error);
    }
  };

  const leave = () => {
    attempts.current += 1;
    dispatch({ type: 'left' });
  };
  /** A payment of an order whose window was closed has been reported. */
  const resume = (item: CheckoutItem, orderId: string) =>
    dispatch({ type: 'unknown', item, sale: { kind: item.kind, orderId, ids: null } });
  return { state, pay, handleError, resume, leave };
}

/** Preloads the provider's script when the bill is shown. */
export function usePreloadProvider(isWanted: boolean): void {
  useEffect(() => {
    const { payment } = pageSettings();
    const provider = payment && providerNamed(payment.provider);
    if (isWanted && provider) void loadProvider(provider, payment.script);
  }, [isWanted]);
}

/** After a reload during a payment its order is polled. */
function initialState(): Payment {
  const { item, orderId } = useCheckoutDialog.getState();
  if (!item || !orderId) return IDLE;
  return { step: 'checking', notice: null, item, sale: { kind: item.kind, orderId, ids: null } };
}
