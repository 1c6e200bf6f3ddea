import type { Payment } from '../lib/payment';

/** For screen readers, while the provider's window covers the page. */
export function ProviderWindowAlert({ payment: { step, notice } }: { payment: Payment }) {
  if (step !== 'window' || !notice) return null;
  return (
    <p role="alert" className="visually-hidden">
      {notice.text}
    </p>
  );
}
