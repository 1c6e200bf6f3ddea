import type { Enrolled } from '../../queries';

/** What a provider returns for a successful payment. */
export interface PaymentIds {
  orderId: string;
  paymentId: string;
  signature: string;
}

// The API names these fields after the first provider; they carry the ids of every provider.

export const confirmBody = ({ orderId, paymentId, signature }: PaymentIds) => ({
  razorPayOrderId: orderId,
  razorPayPaymentId: paymentId,
  razorPaySignature: signature,
});

export const providerOrderId = (order: Enrolled) => order.razorPayOrderId ?? '';
