/* The stand-in's payment window, with the provider's own interface: window.Razorpay. No money moves. */
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
    // The page under it may be out of reach while a dialog of its own is open.
    pointerEvents: 'auto',
    // The same as the frame's own, or the browser paints a white sheet behind it.
    colorScheme: 'light dark',
  };

  class Razorpay {
    constructor(options) {
      if (!options?.key) throw new Error('No key passed');
      if (!options.order_id) throw new Error('No order_id passed: the sandbox takes orders only');
      this.options = options;
      this.listeners = { 'payment.failed': [] };
      this.failures = 0;
      this.hear = this.hear.bind(this);
      this.escape = this.escape.bind(this);
    }

    static open(options) {
      const made = new Razorpay(options);
      made.open();
      return made;
    }

    on(event, listener) {
      this.listeners[event] = [...(this.listeners[event] || []), listener];
      return this;
    }

    open() {
      if (this.frame) return;
      this.cameFrom = document.activeElement;
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
      window.addEventListener('message', this.hear);
      document.addEventListener('keydown', this.escape, true);
      this.isOpen = true;
      const { timeout } = this.options;
      if (timeout > 0) this.timer = setTimeout(() => this.dismiss(), timeout * 1000);
    }

    /** As if the buyer had closed it, but nobody is told. */
    close() {
      this.hide();
      this.forget();
    }

    hide() {
      if (!this.isOpen) return;
      this.isOpen = false;
      clearTimeout(this.timer);
      document.removeEventListener('keydown', this.escape, true);
      this.frame.style.display = 'none';
      if (this.cameFrom?.isConnected) this.cameFrom.focus();
    }

    forget() {
      if (!this.frame) return;
      window.removeEventListener('message', this.hear);
      this.container.remove();
      this.frame = null;
    }

    dismiss() {
      if (!this.isOpen) return;
      this.hide();
      // Whoever still has the bank open may yet pay: the frame stays to hear of it, out of sight.
      this.say({ kind: 'hidden' });
      const { ondismiss } = this.options.modal || {};
      if (typeof ondismiss === 'function') ondismiss();
    }

    escape(event) {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      this.say({ kind: 'escape' });
    }

    hear(event) {
      if (event.origin !== ORIGIN || !this.frame || event.source !== this.frame.contentWindow) return;
      const said = event.data || {};
      if (said.kind === 'ready') this.tell();
      if (said.kind === 'dismissed') this.dismiss();
      if (said.kind === 'over') this.forget();
      if (said.kind === 'failed') this.fail(said.error);
      if (said.kind === 'succeeded') this.succeed(said.response);
    }

    tell() {
      const { name, description, prefill, theme, modal } = this.options;
      this.say({
        kind: 'options',
        name: String(name || ''),
        description: String(description || ''),
        contact: String((prefill && (prefill.name || prefill.contact)) || ''),
        color: String(theme?.color || ''),
        escape: modal?.escape !== false,
        confirmClose: Boolean(modal?.confirm_close),
      });
    }

    say(message) {
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
