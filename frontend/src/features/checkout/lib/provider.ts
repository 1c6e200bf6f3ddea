import type { Enrolled, PaymentIds } from '../queries';

interface Options {
  key: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string };
  handler: (answer: Readonly<Record<string, string>>) => void;
  modal: { ondismiss: () => void };
  retry: { enabled: boolean };
  theme: { color: string };
}

interface PaymentWindow {
  open: () => void;
  close: () => void;
  on: (event: 'payment.failed', listener: () => void) => void;
}

declare global {
  interface Window {
    Razorpay?: new (options: Options) => PaymentWindow;
  }
}

const coming = new Map<string, Promise<boolean>>();

/** Loads the provider's script once and returns whether it worked; a failure is not cached. */
export function loadProvider(address: string): Promise<boolean> {
  if (window.Razorpay) return Promise.resolve(true);
  const promise = coming.get(address) ?? load(address);
  coming.set(address, promise);
  return promise;
}

function load(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = address;
    const end = () => {
      const isReady = window.Razorpay !== undefined;
      if (!isReady) script.remove();
      coming.delete(address);
      resolve(isReady);
    };
    script.onload = end;
    script.onerror = end;
    document.head.append(script);
  });
}

interface WindowOptions {
  order: Enrolled;
  brand: string;
  title: string;
  onPaid: (ids: PaymentIds) => void;
  onDismiss: () => void;
  /** An attempt failed; the window stays open for another. */
  onDeclined: () => void;
}

/** Opens the provider's window; returns a function that closes it. */
export function openProvider({
  order,
  brand,
  title,
  onPaid,
  onDismiss,
  onDeclined,
}: WindowOptions): () => void {
  if (!window.Razorpay) throw new Error('The payment script is not there.');
  const checkout = new window.Razorpay({
    key: order.keyId,
    amount: order.amountToBePaid,
    currency: order.currency,
    name: brand,
    description: title,
    order_id: order.razorPayOrderId ?? '',
    prefill: order.prefill,
    handler: (answer) =>
      onPaid({
        razorPayOrderId: answer.razorpay_order_id ?? '',
        razorPayPaymentId: answer.razorpay_payment_id ?? '',
        razorPaySignature: answer.razorpay_signature ?? '',
      }),
    modal: { ondismiss: onDismiss },
    retry: { enabled: true },
    theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--green').trim() },
  });
  checkout.on('payment.failed', onDeclined);
  checkout.open();
  return () => checkout.close();
}
