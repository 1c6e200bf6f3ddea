/* The form in the frame: shows the amount, opens the bank's pop-up, and forwards its result. */
(() => {
  'use strict';

  const byId = (id) => document.getElementById(id);
  const { orderId } = document.body.dataset;
  const post = (message) => window.parent.postMessage(message, location.origin);
  const options = { escape: true, confirmClose: false };
  let bank = null;
  let isHidden = false;
  let poll = 0;

  const show = (id) => {
    for (const part of document.querySelectorAll('[data-part]')) part.hidden = part.id !== id;
    const first = byId(id).querySelector('button');
    if (first) first.focus();
  };
  const showStatus = (text, { isError = false } = {}) => {
    byId('status').textContent = isError ? '' : text;
    byId('trouble').textContent = isError ? text : '';
  };

  const pay = () => {
    if (bank && !bank.closed) {
      bank.focus();
      return;
    }
    const width = Math.min(480, screen.availWidth);
    const height = Math.min(640, screen.availHeight);
    bank = window.open(document.body.dataset.bank, '', `popup,width=${width},height=${height}`);
    if (!bank) {
      showStatus('The bank’s window was blocked. Allow pop-ups for this site and press Pay again.', {
        isError: true,
      });
      return;
    }
    showStatus('The bank’s window is open. Complete the payment there.');
    poll = setInterval(checkClosed, 200);
  };

  const checkClosed = () => {
    if (!bank?.closed) return;
    // Its last message may arrive after it closed.
    clearInterval(poll);
    setTimeout(() => {
      if (!bank) return;
      bank = null;
      showStatus('The bank’s window was closed before you paid. You can press Pay again.');
      if (isHidden) post({ kind: 'over' });
    }, 100);
  };

  const onBankMessage = (result) => {
    clearInterval(poll);
    bank = null;
    if (result.kind === 'succeeded') {
      showStatus('Paid. Returning to the shop…');
      post({ kind: 'succeeded', response: result.response });
      return;
    }
    showStatus('The bank declined the payment. You can try again.', { isError: true });
    byId('pay').focus();
    post({ kind: 'failed', error: result.error });
    if (isHidden) post({ kind: 'over' });
  };

  const onPageMessage = (message) => {
    if (message.kind === 'options') applyOptions(message);
    if (message.kind === 'escape' && options.escape) leave();
    if (message.kind === 'hidden') {
      isHidden = true;
      if (!bank || bank.closed) post({ kind: 'over' });
    }
  };

  const applyOptions = (message) => {
    options.escape = message.escape;
    options.confirmClose = message.confirmClose;
    if (message.name && orderId) byId('name').textContent = message.name;
    byId('description').textContent = message.description;
    byId('contact').textContent = message.contact && `Paying as ${message.contact}`;
    if (/^#[0-9a-f]{3,8}$/i.test(message.color)) document.body.style.setProperty('--theme', message.color);
  };

  const leave = () => {
    if (options.confirmClose && !byId('form').hidden && byId('leaving')) show('leaving');
    else post({ kind: 'dismissed' });
  };

  const trapFocus = (event) => {
    const stops = [...document.querySelectorAll('button')].filter((button) => button.offsetParent);
    const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (!edge || (document.activeElement !== edge && stops.includes(document.activeElement))) return;
    event.preventDefault();
    other.focus();
  };

  window.addEventListener('message', (event) => {
    if (event.origin !== location.origin) return;
    if (event.source === window.parent) onPageMessage(event.data || {});
    else if (bank && event.source === bank && event.data.orderId === orderId) onBankMessage(event.data);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') trapFocus(event);
    if (event.key === 'Escape' && options.escape) leave();
  });
  for (const [id, action] of [
    ['pay', pay],
    ['close', leave],
    ['stay', () => show('form')],
    ['leave', () => post({ kind: 'dismissed' })],
  ]) {
    if (byId(id)) byId(id).addEventListener('click', action);
  }
  show('form');
  post({ kind: 'ready' });
})();
