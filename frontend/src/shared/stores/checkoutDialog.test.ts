import { item } from '../../test/orders';

/** The store as a page finds it that begins with this kept in the tab. */
async function begun(kept: string | null) {
  jest.resetModules();
  sessionStorage.clear();
  if (kept !== null) sessionStorage.setItem('checkout', kept);
  const { useCheckoutDialog } = await import('./checkoutDialog');
  return useCheckoutDialog.getState();
}

const note = (facts: object = {}) =>
  JSON.stringify({ path: location.pathname, item: item(), orderId: null, ...facts });

test('a page begins with nothing to buy', async () => {
  expect(await begun(null)).toMatchObject({ item: null, orderId: null, isExpected: false });
});

test('a reload brings back what was open on the page', async () => {
  expect(await begun(note())).toMatchObject({ item: item(), orderId: null, isExpected: true });
  expect(await begun(note({ orderId: 'o1' }))).toMatchObject({ item: item(), orderId: 'o1' });
});

test.each([
  ['another page', note({ path: '/elsewhere' })],
  ['something broken', '{"path":'],
])('%s is no reason to open', async (_, kept) => {
  expect(await begun(kept)).toMatchObject({ item: null, isExpected: false });
});
