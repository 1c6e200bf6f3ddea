/* The bank's page: says yes, no or nothing, and tells the window that opened it. */
(() => {
  'use strict';

  const { orderId, pay } = document.body.dataset;
  const buttons = [...document.querySelectorAll('button')];
  const status = document.getElementById('status');

  const answer = async (outcome) => {
    for (const button of buttons) button.disabled = true;
    status.textContent = 'One moment…';
    try {
      const response = await fetch(pay, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ order_id: orderId, outcome }),
      });
      const said = await response.json();
      if (!response.ok) throw new Error(said.error.description);
      if (!said.lost) tell(outcome, said);
      status.textContent = 'Done. You can close this window.';
      window.close();
    } catch (error) {
      status.textContent = `That did not work: ${error.message}`;
      for (const button of buttons) button.disabled = false;
    }
  };

  const tell = (outcome, response) => {
    if (!window.opener) return;
    const metadata = { order_id: response.razorpay_order_id, payment_id: response.razorpay_payment_id };
    const error = {
      code: 'BAD_REQUEST_ERROR',
      description: 'Your payment was declined by the bank.',
      source: 'bank',
      step: 'payment_authorization',
      reason: 'payment_failed',
      metadata,
    };
    const message = outcome === 'success' ? { kind: 'succeeded', response } : { kind: 'failed', error };
    window.opener.postMessage({ orderId, ...message }, location.origin);
  };

  document.getElementById('success').addEventListener('click', () => answer('success'));
  document.getElementById('failure').addEventListener('click', () => answer('failure'));
  document.getElementById('close').addEventListener('click', () => window.close());
  document.getElementById('success').focus();
})();
