import type { PaymentProvider, WindowOptions } from '.';
import { providerOrderId } from './fields';

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

function open({ order, brand, title, onPaid, onDismiss, onDeclined }: WindowOptions): () => void {
  if (!window.Razorpay) throw new Error('The payment script is not there.');
  const checkout = new window.Razorpay({
    key: order.keyId,
    amount: order.amountToBePaid,
    currency: order.currency,
    name: brand,
    description: title,
    order_id: providerOrderId(order),
    prefill: order.prefill,
    handler: (answer) =>
      onPaid({
        orderId: answer.razorpay_order_id ?? '',
        paymentId: answer.razorpay_payment_id ?? '',
        signature: answer.razorpay_signature ?? '',
      }),
    modal: { ondismiss: onDismiss },
    retry: { enabled: true },
    theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--green').trim() },
  });
  checkout.on('payment.failed', onDeclined);
  checkout.open();
  return () => checkout.close();
}

export const razorpay: PaymentProvider = {
  isLoaded: () => window.Razorpay !== undefined,
  loadError: 'Razorpay SDK failed to load. Please check your internet connection.',
  open,
};
