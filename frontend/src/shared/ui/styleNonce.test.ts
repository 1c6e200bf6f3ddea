import { getNonce } from 'get-nonce';

test("styles that a library writes get the page's nonce", async () => {
  expect(getNonce()).toBeUndefined();
  const script = document.createElement('script');
  script.setAttribute('nonce', 'of-this-page');
  script.nonce = 'of-this-page';
  document.head.append(script);
  await import('./styleNonce');
  expect(getNonce()).toBe('of-this-page');
});
