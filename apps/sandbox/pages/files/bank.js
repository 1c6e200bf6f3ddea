/* The bank's page: approves, declines or closes, and posts the result to its opener. */
(() => {
  'use strict';

  const { orderId, pay } = document.body.dataset;
  const buttons = [...document.querySelectorAll('button')];
  const status = document.getElementById('status');

  const respond = async (outcome) => {
    for (const button of buttons) button.disabled = true;
    status.textContent = 'Please wait…';
    try {
      const response = await fetch(pay, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ order_id: orderId, outcome }),
      });
      const data = await response.json();
      if (!response.ok) throw new Error(data.error.description);
      if (!data.lost) postResult(outcome, data);
      status.textContent = 'Done. You can close this window.';
      window.close();
    } catch (error) {
      status.textContent = `Something went wrong: ${error.message}`;
      for (const button of buttons) button.disabled = false;
    }
  };

  const postResult = (outcome, response) => {
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

  document.getElementById('success').addEventListener('click', () => respond('success'));
  document.getElementById('failure').addEventListener('click', () => respond('failure'));
  document.getElementById('close').addEventListener('click', () => window.close());
  // They are disabled in the HTML: before this script a press would do nothing.
  for (const button of buttons) button.disabled = false;
  document.getElementById('success').focus();
})();
