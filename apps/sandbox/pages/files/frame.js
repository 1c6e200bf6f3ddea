/* The form in the frame: shows what is asked, opens the bank, and passes on what the bank says. */
(() => {
  'use strict';

  const byId = (id) => document.getElementById(id);
  const { orderId } = document.body.dataset;
  const tell = (message) => window.parent.postMessage(message, location.origin);
  const options = { escape: true, confirmClose: false };
  let bank = null;
  let isHidden = false;
  let watch = 0;

  const show = (id) => {
    for (const part of document.querySelectorAll('[data-part]')) part.hidden = part.id !== id;
    const first = byId(id).querySelector('button');
    if (first) first.focus();
  };
  const say = (text, { isTrouble = false } = {}) => {
    byId('status').textContent = isTrouble ? '' : text;
    byId('trouble').textContent = isTrouble ? text : '';
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
      say('The bank’s window was blocked. Allow pop-ups for this site and press Pay again.', {
        isTrouble: true,
      });
      return;
    }
    say('The bank’s window is open. Finish there.');
    watch = setInterval(look, 200);
  };

  const look = () => {
    if (!bank?.closed) return;
    // What it said last may be on its way yet.
    clearInterval(watch);
    setTimeout(() => {
      if (!bank) return;
      bank = null;
      say('The bank’s window was closed without an answer. You can press Pay again.');
      if (isHidden) tell({ kind: 'over' });
    }, 100);
  };

  const hearBank = (answer) => {
    clearInterval(watch);
    bank = null;
    if (answer.kind === 'succeeded') {
      say('Paid. Going back to the shop…');
      tell({ kind: 'succeeded', response: answer.response });
      return;
    }
    say('The bank refused the payment. You can try again.', { isTrouble: true });
    byId('pay').focus();
    tell({ kind: 'failed', error: answer.error });
    if (isHidden) tell({ kind: 'over' });
  };

  const hearPage = (said) => {
    if (said.kind === 'options') dress(said);
    if (said.kind === 'escape' && options.escape) leave();
    if (said.kind === 'hidden') {
      isHidden = true;
      if (!bank || bank.closed) tell({ kind: 'over' });
    }
  };

  const dress = (said) => {
    options.escape = said.escape;
    options.confirmClose = said.confirmClose;
    if (said.name && orderId) byId('name').textContent = said.name;
    byId('description').textContent = said.description;
    byId('contact').textContent = said.contact && `Paying as ${said.contact}`;
    if (/^#[0-9a-f]{3,8}$/i.test(said.color)) document.body.style.setProperty('--theme', said.color);
  };

  const leave = () => {
    if (options.confirmClose && !byId('form').hidden && byId('leaving')) show('leaving');
    else tell({ kind: 'dismissed' });
  };

  const keepInside = (event) => {
    const stops = [...document.querySelectorAll('button')].filter((button) => button.offsetParent);
    const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (!edge || (document.activeElement !== edge && stops.includes(document.activeElement))) return;
    event.preventDefault();
    other.focus();
  };

  window.addEventListener('message', (event) => {
    if (event.origin !== location.origin) return;
    if (event.source === window.parent) hearPage(event.data || {});
    else if (bank && event.source === bank && event.data.orderId === orderId) hearBank(event.data);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') keepInside(event);
    if (event.key === 'Escape' && options.escape) leave();
  });
  for (const [id, act] of [
    ['pay', pay],
    ['close', leave],
    ['stay', () => show('form')],
    ['leave', () => tell({ kind: 'dismissed' })],
  ]) {
    if (byId(id)) byId(id).addEventListener('click', act);
  }
  show('form');
  tell({ kind: 'ready' });
})();
