import { setNonce } from 'get-nonce';

// The dialog's scroll lock writes a <style> element; the page's policy lets it pass only with the nonce
// that the server gave to its own elements.
const nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce;
if (nonce) setNonce(nonce);
