import { item } from '../../test/orders';

/** The store as a page finds it after a reload, with this in sessionStorage. */
async function begun(kept: string | null) {
  jest.resetModules();
  sessionStorage.clear();
  if (kept !== null) sessionStorage.setItem('checkout', kept);
  const { restoreCheckout, useCheckoutDialog } = await import('./checkoutDialog');
  restoreCheckout();
  return useCheckoutDialog.getState();
}

const note = (overrides: object = {}) =>
  JSON.stringify({ path: location.pathname, item: item(), orderId: null, ...overrides });

test('a page begins with nothing to buy', async () => {
  expect(await begun(null)).toMatchObject({ item: null, orderId: null, isPreloaded: false });
});

test('a reload brings back what was open on the page', async () => {
  expect(await begun(note())).toMatchObject({ item: item(), orderId: null, isPreloaded: true });
  expect(await begun(note({ orderId: 'o1' }))).toMatchObject({ item: item(), orderId: 'o1' });
});

test.each([
  ['another page', note({ path: '/elsewhere' })],
  ['something broken', '{"path":'],
])('%s is no reason to open', async (_, kept) => {
  expect(await begun(kept)).toMatchObject({ item: null, isPreloaded: false });
});
