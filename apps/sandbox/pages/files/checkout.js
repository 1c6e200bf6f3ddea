/* The sandbox's payment window, with Razorpay's interface (window.Razorpay). No money moves. */
(() => {
  'use strict';

  const BASE = new URL('.', document.currentScript.src);
  const ORIGIN = BASE.origin;
  const OVERLAY = {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    border: '0',
    margin: '0',
    zIndex: '2147483647',
    // An open modal dialog of the page would make the frame inert.
    pointerEvents: 'auto',
    // The same as in the frame: otherwise the browser paints it on white.
    colorScheme: 'light dark',
  };

  class Razorpay {
    constructor(options) {
      if (!options?.key) throw new Error('No key passed');
      if (!options.order_id) throw new Error('No order_id passed: the sandbox takes orders only');
      this.options = options;
      this.listeners = { 'payment.failed': [] };
      this.failures = 0;
      this.onMessage = this.onMessage.bind(this);
      this.onKeyDown = this.onKeyDown.bind(this);
    }

    static open(options) {
      const checkout = new Razorpay(options);
      checkout.open();
      return checkout;
    }

    on(event, listener) {
      this.listeners[event] = [...(this.listeners[event] || []), listener];
      return this;
    }

    open() {
      if (this.frame) return;
      this.previousFocus = document.activeElement;
      this.container = document.createElement('div');
      this.container.className = 'razorpay-container';
      this.frame = document.createElement('iframe');
      this.frame.className = 'razorpay-checkout-frame';
      this.frame.title = 'Payment sandbox: no money moves';
      this.frame.src = new URL(
        `checkout/frame?order_id=${encodeURIComponent(this.options.order_id)}`,
        BASE,
      ).href;
      Object.assign(this.frame.style, OVERLAY);
      this.container.append(this.frame);
      document.body.append(this.container);
      window.addEventListener('message', this.onMessage);
      document.addEventListener('keydown', this.onKeyDown, true);
      this.isOpen = true;
      const { timeout } = this.options;
      if (timeout > 0) this.timer = setTimeout(() => this.dismiss(), timeout * 1000);
    }

    /** Close without calling ondismiss. */
    close() {
      this.hide();
      this.remove();
    }

    hide() {
      if (!this.isOpen) return;
      this.isOpen = false;
      clearTimeout(this.timer);
      document.removeEventListener('keydown', this.onKeyDown, true);
      this.frame.style.display = 'none';
      if (this.previousFocus?.isConnected) this.previousFocus.focus();
    }

    remove() {
      if (!this.frame) return;
      window.removeEventListener('message', this.onMessage);
      this.container.remove();
      this.frame = null;
    }

    dismiss() {
      if (!this.isOpen) return;
      this.hide();
      // The buyer may still pay in the bank's pop-up: the hidden frame listens for it.
      this.post({ kind: 'hidden' });
      const { ondismiss } = this.options.modal || {};
      if (typeof ondismiss === 'function') ondismiss();
    }

    onKeyDown(event) {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      this.post({ kind: 'escape' });
    }

    onMessage(event) {
      if (event.origin !== ORIGIN || !this.frame || event.source !== this.frame.contentWindow) return;
      const message = event.data || {};
      if (message.kind === 'ready') this.postOptions();
      if (message.kind === 'dismissed') this.dismiss();
      if (message.kind === 'over') this.remove();
      if (message.kind === 'failed') this.fail(message.error);
      if (message.kind === 'succeeded') this.succeed(message.response);
    }

    postOptions() {
      const { name, description, prefill, theme, modal } = this.options;
      this.post({
        kind: 'options',
        name: String(name || ''),
        description: String(description || ''),
        contact: String((prefill && (prefill.name || prefill.contact)) || ''),
        color: String(theme?.color || ''),
        escape: modal?.escape !== false,
        confirmClose: Boolean(modal?.confirm_close),
      });
    }

    post(message) {
      if (this.frame?.contentWindow) this.frame.contentWindow.postMessage(message, ORIGIN);
    }

    fail(error) {
      this.failures += 1;
      for (const listener of this.listeners['payment.failed']) listener({ error });
      if (!this.mayRetry()) this.dismiss();
    }

    mayRetry() {
      const { retry } = this.options;
      if (retry === false || (retry && retry.enabled === false)) return false;
      return !(retry && retry.max_count >= 0) || this.failures <= retry.max_count;
    }

    succeed(response) {
      this.close();
      if (typeof this.options.handler === 'function') this.options.handler(response);
    }
  }

  window.Razorpay = Razorpay;
})();
