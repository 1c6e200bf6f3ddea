import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { ApiError, post } from '../../../shared/api/client';
import { pageData, siteData } from '../../../shared/lib/pageData';
import { type CheckoutItem, checkoutDialog, useCheckoutDialog } from '../../../shared/stores/checkoutDialog';
import {
  type Cart,
  type Confirmed,
  checkoutKeys,
  type Enrolled,
  type PaymentIds,
  renew,
  type Sale,
} from '../queries';
import { callsOf, nextOf } from './kinds';
import { follow, IDLE, type Payment } from './payment';
import { loadProvider, openProvider } from './provider';
import { isChanged, isGone, isOwned, isRejection, isTurnedDown, wordFor } from './refusal';

const NO_SCRIPT = 'Razorpay SDK failed to load. Please check your internet connection.';

/** A payment from the press on Pay to its outcome. It outlives the dialog: a success may come late. */
export function usePayment({ onOwned }: { onOwned: () => void }) {
  const [state, tell] = useReducer(follow, null, taken);
  const attempts = useRef(0);
  const shown = useRef<{ attempt: number; close: () => void } | null>(null);
  const queryClient = useQueryClient();

  const paid = (item: CheckoutItem, { amount, courseId }: Pick<Confirmed, 'amount' | 'courseId'>) => {
    tell({ type: 'paid', purchase: { title: item.title, amount, next: nextOf(item.kind, courseId) } });
    renew(queryClient);
  };

  const refuse = (item: CheckoutItem, error: unknown) => {
    if (isOwned(error)) {
      tell({ type: 'left' });
      onOwned();
      return;
    }
    const key = checkoutKeys.cart(item);
    const fresh = error instanceof ApiError ? error.data : undefined;
    if (fresh) queryClient.setQueryData(key, { data: fresh });
    else if (isGone(error) || isChanged(error)) void queryClient.invalidateQueries({ queryKey: key });
    // What the page says of seats, times and prices is not true any more.
    if (isTurnedDown(error)) renew(queryClient);
    tell({ type: 'refused', word: wordFor(error) });
  };

  const confirm = async (item: CheckoutItem, sale: Sale & { ids: PaymentIds }) => {
    tell({ type: 'confirming' });
    checkoutDialog.note(item, sale.orderId);
    try {
      const { data } = await post(callsOf(item.kind).confirm, sale.ids);
      // What was refunded since is shown as that, by asking for the order.
      if ('courseId' in data && data.receipt.status !== 'refunded') paid(item, data);
      else tell({ type: 'unknown', item, sale });
    } catch (error) {
      tell(isRejection(error) ? { type: 'rejected' } : { type: 'unknown', item, sale });
    }
  };

  const show = (item: CheckoutItem, order: Enrolled, attempt: number) => {
    const close = openProvider({
      order,
      brand: siteData().brandName,
      title: item.title,
      // However late: what was paid is confirmed, and a second window for it goes.
      onPaid: (ids) => {
        if (shown.current?.attempt !== attempt) shown.current?.close();
        void confirm(item, { kind: item.kind, orderId: order.orderId, ids });
      },
      onDismiss: () => attempt === attempts.current && tell({ type: 'dismissed' }),
      onDeclined: () => attempt === attempts.current && tell({ type: 'declined' }),
    });
    shown.current = { attempt, close };
    tell({ type: 'opened' });
  };

  const pay = async (item: CheckoutItem, cart: Cart) => {
    attempts.current += 1;
    const attempt = attempts.current;
    const isLeft = () => attempt !== attempts.current || useCheckoutDialog.getState().item !== item;
    tell({ type: 'enrolling' });
    try {
      const { data } = await post(callsOf(item.kind).enroll, { id: cart._id });
      const order = data as Enrolled;
      if (order.paid) return paid(item, order);
      if (isLeft()) return;
      const isReady = await loadProvider(order.checkoutScript);
      if (isLeft()) return;
      if (isReady) show(item, order, attempt);
      else tell({ type: 'refused', word: { tone: 'error', text: NO_SCRIPT } });
    } catch (error) {
      if (!isLeft()) refuse(item, error);
    }
  };

  const leave = () => {
    attempts.current += 1;
    tell({ type: 'left' });
  };
  return { state, pay, refuse, leave };
}

/** Whoever looks at their bill is about to pay: the provider's script is on its way by then. */
export function useProviderAtHand(isWanted: boolean): void {
  useEffect(() => {
    const address = pageData().checkoutScript;
    if (isWanted && address) void loadProvider(address);
  }, [isWanted]);
}

/** After a reload in the middle of a payment its order is asked about. */
function taken(): Payment {
  const { item, orderId } = useCheckoutDialog.getState();
  if (!item || !orderId) return IDLE;
  return { step: 'checking', word: null, item, sale: { kind: item.kind, orderId, ids: null } };
}
