import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { catalogKeys } from '../../features/catalog/queries';
import { endpointsOf } from '../../features/checkout/lib/kinds';
import { formatTime } from '../../shared/lib/dates';
import { checkoutDialog, useCheckoutDialog } from '../../shared/stores/checkoutDialog';
import {
  APPLY,
  amountOf,
  buyer,
  CART,
  dialog,
  ENROLL,
  isOpen,
  open,
  overlay,
  payButton,
  REMOVE,
  renderCheckout,
  requestsTo,
  respondWith,
  respondWithError,
  server,
  setOrder,
} from '../../test/checkoutPage';
import { cart, item, reduced } from '../../test/orders';

describe('a reload', () => {
  const reload = (orderId: string | null) =>
    act(() => useCheckoutDialog.setState({ item: item(), orderId, isPreloaded: true }));

  test('keeps what was to be bought in this tab, on this page', async () => {
    await open();
    expect(JSON.parse(sessionStorage.getItem('checkout') ?? '')).toEqual({ path: '/', item: item() });
  });

  test('in the middle of a payment asks what became of it', async () => {
    reload('o1');
    renderCheckout(buyer());
    await overlay('Payment successful');
    expect(screen.getByRole('button', { name: 'View your purchase' })).toBeInTheDocument();
    expect(requestsTo(CART)).toEqual([]);
  });
});

test('a reload with the payment window open shows the cart, what it holds, and a payment that comes', async () => {
  setOrder({ status: 'awaiting', paidAt: null, invoice: null });
  const heldUntil = new Date(Date.now() + 10.5 * 60_000).toISOString();
  respondWith(CART, cart({ seats: 1, heldUntil }));
  act(() => useCheckoutDialog.setState({ item: item(), openOrderId: 'o1', isPreloaded: true }));
  renderCheckout(buyer());
  await screen.findByRole('dialog', { name: 'Checkout' }, { timeout: 5000 });
  await payButton();
  expect(dialog().getByText(`Your seat is held until ${formatTime(heldUntil)}.`)).toBeInTheDocument();
  setOrder({});
  await screen.findByRole('dialog', { name: 'Payment successful' }, { timeout: 5000 });
});

describe('a visitor', () => {
  test('sees an estimate, the coupons and the way in, and nothing to pay with', async () => {
    await open(null);
    expect(dialog().getByRole('heading', { name: 'Course 1' })).toBeInTheDocument();
    expect(dialog().getByText('Access for 365 days')).toBeInTheDocument();
    expect(amountOf('Price')).toBe('instead of ₹2,999.00₹1,499.00');
    expect(amountOf('IGST 9%')).toBe('₹134.91');
    expect(amountOf('CGST 9%')).toBe('₹134.91');
    expect(amountOf('Estimated total')).toBe('₹1,768.82');
    expect(dialog().getByRole('textbox', { name: 'Mobile number' })).toBeInTheDocument();
    const coupons = within(await dialog().findByRole('list', { name: 'Coupons' }));
    expect(coupons.getAllByRole('listitem')).toHaveLength(2);
    expect(coupons.queryByRole('button')).not.toBeInTheDocument();
    expect(dialog().queryByRole('button', { name: /Pay|Apply/ })).not.toBeInTheDocument();
    expect(requestsTo(CART)).toEqual([]);
  });

  test('logs in there and has the server’s cart in the same place', async () => {
    sessionStorage.setItem('loginTarget', '/dashboard');
    await open(null);
    await userEvent.type(dialog().getByRole('textbox', { name: 'Mobile number' }), '9876543210');
    await userEvent.click(dialog().getByRole('checkbox'));
    await userEvent.click(dialog().getByRole('button', { name: 'Continue' }));
    await dialog().findByRole('textbox', { name: 'Digit 1' });
    await userEvent.keyboard('123456{Enter}');
    expect(await payButton()).toBeEnabled();
    expect(requestsTo(CART)).toEqual([{ id: 'c1' }]);
    expect(dialog().queryByText('Estimated total')).not.toBeInTheDocument();
    expect(sessionStorage.getItem('loginTarget')).toBeNull();
  });
});

describe('a member', () => {
  test('sees the server’s bill before they pay, with the lawful split of the tax', async () => {
    await open();
    expect(await payButton()).toBeEnabled();
    expect(amountOf('Price')).toBe('instead of ₹2,999.00₹1,499.00');
    expect(amountOf('CGST 9%')).toBe('₹134.91');
    expect(amountOf('SGST 9%')).toBe('₹134.91');
    expect(dialog().getByText('Total incl. GST').parentElement).toHaveTextContent('₹1,768.82');
    expect(dialog().queryByRole('textbox', { name: 'Mobile number' })).not.toBeInTheDocument();
  });

  test('closes it with Escape and is where they were; opening it again finds the same cart', async () => {
    await open();
    await payButton();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(isOpen()).toBe(false));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Buy' })).toHaveFocus());
    expect(sessionStorage.getItem('checkout')).toBeNull();
    act(() => checkoutDialog.open(item()));
    await payButton();
    expect(requestsTo(CART)).toHaveLength(2);
  });

  test('leaves it by going to another page', async () => {
    await open();
    await userEvent
      .setup({ pointerEventsCheck: 0 })
      .click(screen.getByRole('button', { name: 'Elsewhere', hidden: true }));
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test.each([
    ['pro', { planId: 'p1' }, '/api/learnprosection/pro/cart', { sectionId: 'x1', planId: 'p1' }],
    ['webinar', {}, '/api/learning/cartwebinarV1', { id: 'x1' }],
    ['mentorship', {}, '/api/mentorship/cartMentorshipV1', { id: 'x1' }],
    [
      'liveTrading',
      { sessionIds: ['s1', 's2'] },
      '/api/learning/sessions/cart',
      {
        sessionIds: ['s1', 's2'],
        billingDetails: { gstNo: '', name: '', company: '', address: '', state: '', mobile: '' },
      },
    ],
  ] as const)('buys a %s through its own calls', async (kind, overrides, path, body) => {
    respondWith(path, cart());
    await open(buyer(), { kind, itemId: 'x1', ...overrides });
    await payButton();
    expect(requestsTo(path)).toEqual([body]);
  });

  test('who has the thing already is led back to it, fresh', async () => {
    respondWithError(CART, 409, 'already_owned', 'You already have this.');
    const queryClient = renderCheckout(buyer());
    queryClient.setQueryData(catalogKeys.course('course-1'), {});
    act(() => checkoutDialog.open(item()));
    await waitFor(() => expect(requestsTo(CART)).toHaveLength(1));
    await waitFor(() => expect(useCheckoutDialog.getState().item).toBeNull());
    expect(isOpen()).toBe(false);
    expect(queryClient.getQueryState(catalogKeys.course('course-1'))?.isInvalidated).toBe(true);
  });

  test.each([
    ['sold_out', 'The last seat was just taken.'],
    ['not_for_sale', 'This is not for sale.'],
  ])('is told %s in the server’s words', async (code, words) => {
    respondWithError(CART, 409, code, words);
    await open();
    expect(await dialog().findByRole('alert')).toHaveTextContent(words);
    expect(dialog().queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    await userEvent.click(dialog().getByRole('button', { name: 'Go back' }));
    expect(isOpen()).toBe(false);
  });

  test('is turned down, and the page fetches again what it shows', async () => {
    respondWithError(CART, 409, 'sold_out');
    const queryClient = renderCheckout(buyer());
    queryClient.setQueryData(catalogKeys.course('course-1'), {});
    act(() => checkoutDialog.open(item()));
    await screen.findByRole('dialog', { name: 'Checkout' });
    expect(await dialog().findByRole('alert')).toBeInTheDocument();
    expect(queryClient.getQueryState(catalogKeys.course('course-1'))?.isInvalidated).toBe(true);
  });

  test('sees which sessions are in the cart, and when', async () => {
    const sessions = [
      { _id: 's1', sessionName: 'Opening', date: '2026-11-24T03:30:00Z', endDate: '2026-11-24T05:00:00Z' },
    ];
    respondWith(CART, { ...cart(), sessions });
    await open();
    const list = await dialog().findByRole('list', { name: 'Sessions' });
    expect(list).toHaveTextContent('Opening, 24 Nov 26, 9:00 AM');
  });

  const busy = (start: string, end: string, title = 'Gap and range') => ({
    _id: title,
    kind: 'webinar',
    title,
    start,
    end,
    meetingId: title,
  });
  const meeting = (day: number) => ({
    id: `m${day}`,
    start: `2026-11-${day}T13:00:00Z`,
    end: `2026-11-${day}T14:30:00Z`,
  });

  test.each([
    ['webinar', [meeting(24)], 'You already have Gap and range at this time (7:00 PM to 7:30 PM).'],
    [
      'mentorship',
      [meeting(24), meeting(25)],
      'You already have Gap and range on Tue 24 Nov, 7:00 PM to 7:30 PM. Another booking of yours clashes too.',
    ],
    [
      'liveTrading',
      [meeting(24), meeting(25)],
      'You already have Gap and range on Tue 24 Nov, 7:00 PM to 7:30 PM. Another booking of yours clashes too.',
    ],
  ] as const)('reads what a %s clashes with, and can still pay', async (kind, times, text) => {
    const data = [
      busy('2026-11-24T13:30:00Z', '2026-11-24T14:00:00Z'),
      busy('2026-11-25T13:30:00Z', '2026-11-25T14:00:00Z', 'Ranges'),
      busy('2026-11-25T14:30:00Z', '2026-11-25T15:00:00Z', 'Right after'),
    ];
    server.use(http.get('/api/learning/booked-times', () => HttpResponse.json({ data })));
    const { cart: path } = endpointsOf(kind);
    respondWith(path, cart());
    await open(buyer(), { kind, times });
    expect(await dialog().findByRole('note')).toHaveTextContent(text);
    expect(await payButton()).toBeEnabled();
  });

  test('is not asked for the bookings where nothing is attended', async () => {
    await open();
    await payButton();
    expect(dialog().queryByRole('note')).not.toBeInTheDocument();
    expect(requestsTo('/api/learning/booked-times')).toEqual([]);
  });

  test('hears that the cart could not be made, and tries again', async () => {
    respondWithError(CART, 400, 'invalid');
    await open();
    expect(await dialog().findByRole('alert')).toHaveTextContent('Failed to send cart data');
    respondWith(CART, cart());
    await userEvent.click(dialog().getByRole('button', { name: 'Try again' }));
    await payButton();
  });

  test('whose session ends logs in and goes on', async () => {
    await open();
    respondWithError(ENROLL, 401, 'not_authenticated');
    await userEvent.click(await payButton());
    await screen.findByRole('dialog', { name: /Secure Your Spot/ });
    expect(isOpen()).toBe(false);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('textbox', { name: 'Digit 1' });
    await userEvent.keyboard('123456{Enter}');
    expect(await payButton()).toBeEnabled();
    expect(dialog().queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('a coupon', () => {
  test('for something else stands apart and cannot be pressed', async () => {
    const asked: string[] = [];
    const coupon = (name: string) => ({
      _id: name,
      couponCode: name,
      shortDescription: '10% off',
      saves: null,
    });
    server.use(
      http.get('/api/coupon/new', ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        asked.push(search);
        const isForAll = !searchParams.has('cartId');
        return HttpResponse.json({
          ...(isForAll ? { items: [coupon('FITS'), coupon('OTHER')] } : { data: [coupon('FITS')] }),
          totalCount: 2,
        });
      }),
    );
    await open();
    await userEvent.click(await dialog().findByText('Other coupons, not for this order'));
    expect(dialog().getByText('OTHER').closest('button')).toBeNull();
    expect(dialog().getAllByText('FITS')).toHaveLength(1);
    expect(dialog().getByRole('button', { name: /^FITS/ })).toBeInTheDocument();
    expect(asked.sort()).toEqual(['?page=1&limit=100', '?page=1&limit=100&cartId=cart-1']);
  });

  const field = () => dialog().findByRole('textbox', { name: 'Coupon code' });

  test('is typed, makes the bill less and is taken off again', async () => {
    await open();
    await userEvent.type(await field(), ' welcome10 {Enter}');
    expect(await payButton('₹1,591.94')).toBeEnabled();
    expect(requestsTo(APPLY)).toEqual([{ couponcode: 'welcome10', cartId: 'cart-1' }]);
    expect(amountOf('Coupon WELCOME10')).toBe('-₹149.90');
    expect(amountOf('CGST 9%')).toBe('₹121.42');
    expect(await field()).toHaveValue('');
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await payButton()).toBeEnabled();
    expect(requestsTo(REMOVE)).toEqual([{ couponcode: 'WELCOME10', cartId: 'cart-1' }]);
    expect(dialog().queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
  });

  test('is chosen from the list, where a second press takes it off', async () => {
    await open();
    const chosen = await dialog().findByRole('button', {
      name: 'WELCOME10 saves ₹149.90 10% off Best offer',
    });
    await userEvent.click(chosen);
    await payButton('₹1,591.94');
    expect(chosen).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(dialog().getByRole('button', { name: 'WELCOME10 saves ₹149.90 10% off' }));
    await payButton();
    expect(chosen).toHaveAttribute('aria-pressed', 'false');
  });

  test('that does not work says why at the box, and leaves the one before', async () => {
    respondWith(
      CART,
      cart({
        ...reduced,
        coupon: { CouponCode: 'WELCOME10', Coupondiscount: 149.9, shortDescription: '' },
      }),
    );
    respondWithError(APPLY, 409, 'coupon_expired', 'This coupon has expired.');
    await open();
    await userEvent.type(await field(), 'OLD20{Enter}');
    expect(await dialog().findByRole('alert')).toHaveTextContent('This coupon has expired.');
    expect(await field()).toHaveAccessibleDescription('This coupon has expired.');
    expect(await field()).toHaveFocus();
    expect(await payButton('₹1,591.94')).toBeEnabled();
    await userEvent.type(await field(), 'X');
    expect(dialog().queryByRole('alert')).not.toBeInTheDocument();
  });

  test('without letters asks for some', async () => {
    await open();
    await payButton();
    await userEvent.click(dialog().getByRole('button', { name: 'Apply' }));
    expect(dialog().getByRole('alert')).toHaveTextContent('Enter a coupon code.');
    expect(requestsTo(APPLY)).toEqual([]);
  });

  test('on a cart that ran out makes a new cart and says so', async () => {
    respondWithError(APPLY, 410, 'cart_expired', 'This cart has expired.');
    await open();
    await userEvent.type(await field(), 'WELCOME10{Enter}');
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Your cart had expired, so we made a new one.',
    );
    await waitFor(() => expect(requestsTo(CART)).toHaveLength(2));
  });

  test('list that does not come says so and is asked for again', async () => {
    server.use(http.get('/api/coupon/new', () => HttpResponse.json({}, { status: 400 })));
    await open();
    expect(await dialog().findByText('Failed to fetch coupons')).toBeInTheDocument();
    server.use(http.get('/api/coupon/new', () => HttpResponse.json({ data: [], totalCount: 0 })));
    await userEvent.click(dialog().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(dialog().queryByText('Failed to fetch coupons')).not.toBeInTheDocument());
    expect(dialog().queryByRole('list', { name: 'Coupons' })).not.toBeInTheDocument();
  });
});
