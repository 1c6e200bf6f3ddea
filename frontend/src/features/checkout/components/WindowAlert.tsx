import type { Payment } from '../lib/payment';

/** Said while the provider's window covers the page and shows in its own way what happened. */
export function WindowAlert({ payment: { step, word } }: { payment: Payment }) {
  if (step !== 'window' || !word) return null;
  return (
    <p role="alert" className="visually-hidden">
      {word.text}
    </p>
  );
}
