import { setNonce } from 'get-nonce';

// The dialog's scroll lock adds a <style> element, which the Content-Security-Policy allows only with the
// page's nonce.
if (typeof document !== 'undefined') {
  const nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce;
  if (nonce) setNonce(nonce);
}
