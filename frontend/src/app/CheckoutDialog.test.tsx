import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import type { User } from '../features/account/queries';
import { catalogKeys } from '../features/catalog/queries';
import { type CheckoutItem, checkoutDialog, useCheckoutDialog } from '../shared/stores/checkoutDialog';
import { loginDialog } from '../shared/stores/loginDialog';
import { loginNetwork } from '../test/loginNetwork';
import { cart, confirmed, item, order, reduced, refund } from '../test/orders';
import { member } from '../test/people';
import { FakeWindow, provideRazorpay } from '../test/razorpay';
import { CheckoutHost } from './CheckoutHost';
import { LoginHost } from './LoginHost';
import { writePageData } from './layouts/testSupport';
import { createQueryClient } from './queryClient';

const { server, asked } = loginNetwork();

const CART = '/api/course/cartCourseV1';
const ENROLL = '/api/course/enrollCourseV1';
const CONFIRM = '/api/course/confirm/courseV1';
const APPLY = '/api/coupon/apply-coupon';
const REMOVE = '/api/coupon/remove-coupon';
const ORDER = '/api/orders/o1';
const PROCESSING = 'Do not refresh or press back. This may interrupt your payment';
const DECLINED = 'Payment was cancelled or failed. Please try again.';
const NO_SCRIPT = 'Razorpay SDK failed to load. Please check your internet connection.';
const FAILED = 'Payment Failed! We had an issue confirming your payment. Please try again';
const ENROLLED = {
  orderId: 'o1',
  razorPayOrderId: 'order_A',
  amountToBePaid: 176_882,
  currency: 'INR',
  keyId: 'rzp_test',
  checkoutScript: '/pay.js',
  prefill: { name: 'Ananya Iyer', email: '', contact: '+919000000001' },
};

const answers = (path: string, data: JsonBodyType, status = 200) =>
  server.use(http.post(path, () => HttpResponse.json({ data, message: 'Fine.' }, { status })));
const refuses = (path: string, status: number, code: string, message = '', data?: JsonBodyType) =>
  server.use(http.post(path, () => HttpResponse.json({ message, code, data }, { status })));
const becomes = (facts: Parameters<typeof order>[0]) =>
  server.use(http.get(ORDER, () => HttpResponse.json({ data: order(facts) })));
const asks = (path: string) => asked.filter(([call]) => call === path).map(([, body]) => body);

// Its first reading takes longer than a test may.
beforeAll(async () => void (await import('./CheckoutDialog')), 30_000);
beforeEach(() => {
  provideRazorpay();
  answers(CART, cart());
  answers(ENROLL, ENROLLED);
  answers(CONFIRM, confirmed());
  answers(APPLY, { CouponCode: 'WELCOME10', Coupondiscount: 149.9, ...reduced });
  answers(REMOVE, cart());
  becomes({});
  server.use(
    http.get('/api/coupon/new', () =>
      HttpResponse.json({
        data: [
          { _id: 'k1', couponCode: 'WELCOME10', shortDescription: '10% off' },
          { _id: 'k2', couponCode: 'FLAT500', shortDescription: '₹500 off ₹2,000 or more' },
        ],
        totalCount: 2,
      }),
    ),
  );
});
afterEach(() => {
  jest.useRealTimers();
  act(() => {
    loginDialog.close();
    checkoutDialog.close();
  });
});

function Place() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <main id="main" tabIndex={-1}>
      <output aria-label="Address">{pathname + search}</output>
      <button type="button">Buy</button>
      <button type="button" onClick={() => navigate('/elsewhere')}>
        Elsewhere
      </button>
    </main>
  );
}

function show(user: User | null) {
  writePageData();
  const queryClient = createQueryClient({
    site: {} as never,
    user,
    answers: [],
    found: true,
    styleguide: false,
    engagement: null,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/courses/course-1']}>
        <CheckoutHost />
        <LoginHost />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return queryClient;
}

async function open(user: User | null = member(), facts: Partial<CheckoutItem> = {}) {
  const queryClient = show(user);
  const opener = screen.getByRole('button', { name: 'Buy' });
  opener.focus();
  act(() => checkoutDialog.open(item(facts), opener));
  await screen.findByRole('dialog', { name: 'Checkout' }, { timeout: 5000 });
  return queryClient;
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Checkout' }));
const payButton = (amount = '₹1,768.82') => dialog().findByRole('button', { name: `Pay ${amount}` });
const isOpen = () => screen.queryByRole('dialog', { name: 'Checkout' }) !== null;
const at = () => screen.getByLabelText('Address').textContent;
const pay = async (amount?: string) => {
  const button = await payButton(amount);
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await waitFor(() => expect(FakeWindow.opened.length).toBeGreaterThan(0));
};
const succeed = () => act(async () => FakeWindow.last.succeed());
const overlay = (name: string | RegExp) => screen.findByRole('dialog', { name });
const amountOf = (label: string) => dialog().getByText(label).nextElementSibling?.textContent;

describe('a reload', () => {
  const reload = (orderId: string | null) =>
    act(() => useCheckoutDialog.setState({ item: item(), orderId, isExpected: true }));

  test('keeps what was to be bought in this tab, on this page', async () => {
    await open();
    expect(JSON.parse(sessionStorage.getItem('checkout') ?? '')).toEqual({
      path: '/',
      item: item(),
      orderId: null,
    });
  });

  test('in the middle of a payment asks what became of it', async () => {
    reload('o1');
    show(member());
    await overlay('Payment successful');
    expect(screen.getByRole('button', { name: 'See what you bought' })).toBeInTheDocument();
    expect(asks(CART)).toEqual([]);
  });
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
    expect(asks(CART)).toEqual([]);
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
    expect(asks(CART)).toEqual([{ id: 'c1' }]);
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
    expect(dialog().getByText('Total with tax').parentElement).toHaveTextContent('₹1,768.82');
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
    expect(asks(CART)).toHaveLength(2);
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
  ] as const)('buys a %s through its own calls', async (kind, facts, path, body) => {
    answers(path, cart());
    await open(member(), { kind, itemId: 'x1', ...facts });
    await payButton();
    expect(asks(path)).toEqual([body]);
  });

  test('who has the thing already is led back to it, fresh', async () => {
    refuses(CART, 409, 'already_owned', 'You have this already.');
    const queryClient = show(member());
    queryClient.setQueryData(catalogKeys.course('course-1'), {});
    act(() => checkoutDialog.open(item()));
    await waitFor(() => expect(asks(CART)).toHaveLength(1));
    await waitFor(() => expect(useCheckoutDialog.getState().item).toBeNull());
    expect(isOpen()).toBe(false);
    expect(queryClient.getQueryState(catalogKeys.course('course-1'))?.isInvalidated).toBe(true);
  });

  test.each([
    ['sold_out', 'The last seat was just taken.'],
    ['not_for_sale', 'This cannot be bought.'],
  ])('is told %s in the server’s words', async (code, words) => {
    refuses(CART, 409, code, words);
    await open();
    expect(await dialog().findByRole('alert')).toHaveTextContent(words);
    expect(dialog().queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    await userEvent.click(dialog().getByRole('button', { name: 'Go back' }));
    expect(isOpen()).toBe(false);
  });

  test('is turned down, and the page asks anew for what it shows', async () => {
    refuses(CART, 409, 'sold_out');
    const queryClient = show(member());
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
    answers(CART, { ...cart(), sessions });
    await open();
    const list = await dialog().findByRole('list', { name: 'Sessions' });
    expect(list).toHaveTextContent('Opening, 24 Nov 26, 9:00 AM');
  });

  test('hears that the cart could not be made, and tries again', async () => {
    refuses(CART, 400, 'invalid');
    await open();
    expect(await dialog().findByRole('alert')).toHaveTextContent('Failed to send cart data');
    answers(CART, cart());
    await userEvent.click(dialog().getByRole('button', { name: 'Try again' }));
    await payButton();
  });

  test('whose session ends logs in and goes on', async () => {
    await open();
    refuses(ENROLL, 401, 'not_authenticated');
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
  const field = () => dialog().findByRole('textbox', { name: 'Coupon code' });

  test('is typed, makes the bill less and is taken off again', async () => {
    await open();
    await userEvent.type(await field(), ' welcome10 {Enter}');
    expect(await payButton('₹1,591.94')).toBeEnabled();
    expect(asks(APPLY)).toEqual([{ couponcode: 'welcome10', cartId: 'cart-1' }]);
    expect(amountOf('Coupon WELCOME10')).toBe('-₹149.90');
    expect(amountOf('IGST 18%')).toBe('₹242.84');
    expect(await field()).toHaveValue('');
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
    expect(await payButton()).toBeEnabled();
    expect(asks(REMOVE)).toEqual([{ couponcode: 'WELCOME10', cartId: 'cart-1' }]);
    expect(dialog().queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
  });

  test('is chosen from the list, where a second press takes it off', async () => {
    await open();
    const chosen = await dialog().findByRole('button', { name: 'WELCOME10 10% off' });
    await userEvent.click(chosen);
    await payButton('₹1,591.94');
    expect(chosen).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(chosen);
    await payButton();
    expect(chosen).toHaveAttribute('aria-pressed', 'false');
  });

  test('that does not work says why at the box, and leaves the one before', async () => {
    answers(
      CART,
      cart({
        ...reduced,
        coupon: { CouponCode: 'WELCOME10', Coupondiscount: 149.9, shortDescription: '' },
      }),
    );
    refuses(APPLY, 409, 'coupon_expired', 'This coupon has expired.');
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
    expect(asks(APPLY)).toEqual([]);
  });

  test('on a cart that ran out makes a new cart and says so', async () => {
    refuses(APPLY, 410, 'cart_expired', 'This cart has expired.');
    await open();
    await userEvent.type(await field(), 'WELCOME10{Enter}');
    expect(await dialog().findByRole('alert')).toHaveTextContent('That cart had expired.');
    await waitFor(() => expect(asks(CART)).toHaveLength(2));
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

describe('paying', () => {
  test('opens the provider’s window with the order, and steps aside for it', async () => {
    await open();
    await pay();
    expect(FakeWindow.last.options).toMatchObject({
      key: 'rzp_test',
      amount: 176_882,
      currency: 'INR',
      order_id: 'order_A',
      name: 'Rally',
      description: 'Course 1',
      prefill: ENROLLED.prefill,
      retry: { enabled: true },
    });
    expect(asks(ENROLL)).toEqual([{ id: 'cart-1' }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('twice in a moment makes one order and one window', async () => {
    await open();
    await userEvent.dblClick(await payButton());
    await waitFor(() => expect(FakeWindow.opened).toHaveLength(1));
    expect(asks(ENROLL)).toHaveLength(1);
  });

  test('confirms what was paid, then leads to the first topic by itself', async () => {
    await open();
    await pay();
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask'] });
    let answer: () => void = () => undefined;
    server.use(
      http.post(CONFIRM, async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json({ data: confirmed(), message: 'Payment received.' });
      }),
    );
    await succeed();
    const processing = await overlay('Processing your payment');
    expect(processing).toHaveTextContent(PROCESSING);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).keyboard('{Escape}');
    expect(processing).toBeInTheDocument();
    answer();
    const success = await overlay('Payment successful');
    expect(success).toHaveTextContent('₹1,768.82 for Course 1');
    expect(asks(CONFIRM)).toEqual([
      { razorPayOrderId: 'order_A', razorPayPaymentId: 'pay_A', razorPaySignature: 'signed' },
    ]);
    const free = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(free);
    expect(free.defaultPrevented).toBe(false);
    await act(() => jest.advanceTimersByTimeAsync(4000));
    expect(at()).toBe('/courses/course-1');
    await act(() => jest.advanceTimersByTimeAsync(1100));
    expect(at()).toBe('/course/c1/topic/t1');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sessionStorage.getItem('checkout')).toBeNull();
  });

  test.each([
    ['course', confirmed({ courseId: { _id: 'c1', weburlname: 'c', chapters: [] } }), '/course-confirmation'],
    ['webinar', confirmed({ courseId: null }), '/webinar-confirmation'],
    ['mentorship', confirmed({ courseId: null }), '/mentorship-confirmation'],
    ['liveTrading', confirmed({ courseId: null }), '/liveTrading-confirmation'],
    ['pro', confirmed({ courseId: null }), '/my-learnings'],
  ] as const)('for a %s ends where that kind is confirmed', async (kind, data, where) => {
    for (const path of [
      '/api/learning/cartwebinarV1',
      '/api/mentorship/cartMentorshipV1',
      '/api/learning/sessions/cart',
      '/api/learnprosection/pro/cart',
    ])
      answers(path, cart());
    for (const path of [
      '/api/learning/enrollwebinarV1',
      '/api/mentorship/enroll',
      '/api/learning/sessions/enroll',
      '/api/learnprosection/pro/enroll',
    ])
      answers(path, ENROLLED);
    for (const path of [
      CONFIRM,
      '/api/learning/confirm/webinarV1',
      '/api/mentorship/confirm/mentorshipV1',
      '/api/payments/confirm/learn',
      '/api/learnprosection/pro/confirm',
    ])
      answers(path, data);
    await open(member(), { kind });
    await pay();
    await succeed();
    await overlay('Payment successful');
    await userEvent.click(screen.getByRole('button', { name: /^(See|Go)/ }));
    expect(at()).toBe(where);
  });

  test('of nothing needs no window', async () => {
    const zero = { igst: 0, cgst: 0, billTotal: 0, taxLines: [] };
    answers(
      CART,
      cart({ ...zero, coupon: { CouponCode: 'ONCE100', Coupondiscount: 1499, shortDescription: '' } }),
    );
    answers(ENROLL, {
      ...confirmed({ amount: 0 }),
      razorPayOrderId: null,
      amountToBePaid: 0,
      paid: true,
    });
    await open();
    await userEvent.click(await payButton('₹0.00'));
    await overlay('Payment successful');
    expect(FakeWindow.opened).toEqual([]);
    expect(screen.getByRole('button', { name: 'Start learning' })).toHaveFocus();
  });
});

describe('the provider’s window', () => {
  test('that is dismissed leads back to the cart, and the next try has the same order', async () => {
    await open();
    await pay();
    act(() => FakeWindow.last.close());
    expect(await payButton()).toBeEnabled();
    expect(dialog().queryByRole('alert')).not.toBeInTheDocument();
    await userEvent.click(await payButton());
    await waitFor(() => expect(FakeWindow.opened).toHaveLength(2));
    expect(FakeWindow.last.options.order_id).toBe('order_A');
  });

  test('in which a try fails stays open; the next try succeeds', async () => {
    await open();
    await pay();
    act(() => FakeWindow.last.fail());
    expect(screen.getByRole('alert')).toHaveTextContent(DECLINED);
    expect(FakeWindow.last.isOpen).toBe(true);
    await succeed();
    await overlay('Payment successful');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('in which a try failed and that is dismissed says so in the dialog until the next try', async () => {
    await open();
    await pay();
    act(() => FakeWindow.last.fail());
    act(() => FakeWindow.last.close());
    await payButton();
    expect(dialog().getByRole('alert')).toHaveTextContent(DECLINED);
    await userEvent.click(await payButton());
    await waitFor(() => expect(FakeWindow.opened).toHaveLength(2));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('that tells of a success after it was dismissed is believed, even with the dialog gone', async () => {
    await open();
    await pay();
    const first = FakeWindow.last;
    act(() => first.close());
    await payButton();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(isOpen()).toBe(false));
    await act(async () => first.succeed());
    await overlay('Payment successful');
    expect(asks(CONFIRM)).toHaveLength(1);
  });

  test('that was opened a second time closes when the first tells of a success', async () => {
    await open();
    await pay();
    const first = FakeWindow.last;
    act(() => first.close());
    await userEvent.click(await payButton());
    await waitFor(() => expect(FakeWindow.opened).toHaveLength(2));
    await act(async () => first.succeed());
    await overlay('Payment successful');
    expect(FakeWindow.last.isOpen).toBe(false);
  });

  test('that is dismissed after the approval undoes nothing', async () => {
    await open();
    await pay();
    answers(CONFIRM, confirmed());
    await act(async () => {
      FakeWindow.last.succeed();
      FakeWindow.last.options.modal.ondismiss();
    });
    await overlay('Payment successful');
  });

  test('does not come when its script does not, and comes with the next try', async () => {
    const script = () =>
      waitFor(() => {
        const found = document.querySelector('script[src="/pay.js"]');
        expect(found).not.toBeNull();
        return found as HTMLScriptElement;
      });
    delete window.Razorpay;
    await open();
    await userEvent.click(await payButton());
    fireEvent.error(await script());
    expect(await dialog().findByRole('alert')).toHaveTextContent(NO_SCRIPT);
    expect(document.querySelector('script[src="/pay.js"]')).toBeNull();

    await userEvent.click(await payButton());
    const second = await script();
    provideRazorpay();
    fireEvent.load(second);
    await waitFor(() => expect(FakeWindow.opened).toHaveLength(1));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('is not opened for who closed the dialog while the order was made', async () => {
    let answer: () => void = () => undefined;
    server.use(
      http.post(ENROLL, async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json({ data: ENROLLED, message: '' });
      }),
    );
    await open();
    await userEvent.click(await payButton());
    await waitFor(() => expect(asks(ENROLL)).toHaveLength(1));
    await userEvent
      .setup({ pointerEventsCheck: 0 })
      .click(screen.getByRole('button', { name: 'Elsewhere', hidden: true }));
    await act(async () => answer());
    expect(FakeWindow.opened).toEqual([]);
  });
});

describe('an order that is refused', () => {
  test.each([
    ['price_changed', 'The price has changed. Please look at it again.'],
    ['coupon_used_up', 'This coupon has been used up.'],
  ])('with %s shows the fresh cart, and waits for another press', async (code, words) => {
    await open();
    refuses(ENROLL, 409, code, words, cart({ billTotal: 2358.82 }));
    await userEvent.click(await payButton());
    expect(await payButton('₹2,358.82')).toBeEnabled();
    expect(dialog().getByRole('alert')).toHaveTextContent(words);
    expect(FakeWindow.opened).toEqual([]);
    answers(ENROLL, ENROLLED);
    await pay('₹2,358.82');
  });

  test.each([
    [410, 'cart_expired'],
    [404, 'cart_unknown'],
  ])('with %d makes a new cart by itself', async (status, code) => {
    await open();
    refuses(ENROLL, status, code);
    answers(CART, cart({ _id: 'cart-2' }));
    await userEvent.click(await payButton());
    expect(await dialog().findByRole('alert')).toHaveTextContent('That cart had expired.');
    await waitFor(() => expect(asks(CART)).toHaveLength(2));
    answers(ENROLL, ENROLLED);
    await pay();
    expect(asks(ENROLL)).toEqual([{ id: 'cart-1' }, { id: 'cart-2' }]);
  });

  test('because it is theirs already closes the dialog', async () => {
    await open();
    refuses(ENROLL, 409, 'already_owned');
    await userEvent.click(await payButton());
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test.each([
    [409, 'sold_out', 'The last seat was just taken.', 'The last seat was just taken.'],
    [502, 'payment_provider_failed', 'Nothing was charged.', 'Nothing was charged.'],
    [500, 'unknown', '', 'Something went wrong. Please try again.'],
  ])('with %d %s says why and can be tried again', async (status, code, message, words) => {
    await open();
    refuses(ENROLL, status, code, message);
    await userEvent.click(await payButton());
    expect(await dialog().findByRole('alert')).toHaveTextContent(words);
    expect(await payButton()).toBeEnabled();
    await waitFor(async () => expect(await payButton()).toHaveFocus());
  });
});

describe('a confirmation', () => {
  const paidFor = async () => {
    await open();
    await pay();
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask'] });
    await succeed();
  };
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const checking = () => overlay('We are checking your payment');

  test('that the server refuses says that the payment failed, and Back leads home', async () => {
    refuses(CONFIRM, 400, 'signature_invalid', 'Something went wrong. Please try again.');
    await paidFor();
    await overlay(FAILED);
    await userEvent
      .setup({ advanceTimers: jest.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Back' }));
    expect(at()).toBe('/');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test.each([
    ['is not known yet', () => answers(CONFIRM, { orderId: 'o1', status: 'checking' }, 202)],
    ['fails', () => refuses(CONFIRM, 503, 'unavailable')],
    ['does not arrive', () => server.use(http.post(CONFIRM, () => HttpResponse.error()))],
  ])('that %s is asked about until it is known, and never called failed', async (_, happen) => {
    happen();
    becomes({ status: 'checking', paidAt: null });
    await paidFor();
    await checking();
    await pass(4000);
    expect(asks(ORDER).length).toBeGreaterThan(1);
    expect(screen.queryByText(/failed/i)).not.toBeInTheDocument();
    becomes({});
    answers(CONFIRM, confirmed());
    await pass(5000);
    await overlay('Payment successful');
    expect(screen.getByRole('button', { name: 'Start learning' })).toBeInTheDocument();
  });

  test('that never reached the server is told again once it can be', async () => {
    server.use(http.post(CONFIRM, () => HttpResponse.error()));
    becomes({ status: 'awaiting', paidAt: null, invoice: null });
    await paidFor();
    await checking();
    answers(CONFIRM, confirmed());
    await pass(5000);
    await overlay('Payment successful');
  });

  test('that ends in a refund says that the money goes back, and by when', async () => {
    answers(CONFIRM, { orderId: 'o1', status: 'checking' }, 202);
    becomes({
      status: 'refunded',
      refunds: [refund()],
      notice: 'The seat was gone, so all of it goes back.',
    });
    await paidFor();
    const returned = await overlay('Your payment goes back to you');
    expect(returned).toHaveTextContent('The seat was gone, so all of it goes back.');
    expect(returned).toHaveTextContent('₹1,768.82 by Tue, 1 Dec 2026');
    await userEvent
      .setup({ advanceTimers: jest.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'See the receipt' }));
    expect(at()).toBe('/orders?order=o1');
  });

  test('of an order that nobody paid leads back to the checkout', async () => {
    answers(CONFIRM, { orderId: 'o1', status: 'checking' }, 202);
    becomes({ status: 'expired', paidAt: null });
    await paidFor();
    await overlay('No payment reached us');
    await userEvent
      .setup({ advanceTimers: jest.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Back to checkout' }));
    expect(await payButton()).toBeInTheDocument();
    expect(JSON.parse(sessionStorage.getItem('checkout') ?? '')).toMatchObject({ orderId: null });
  });

  test('that takes long may be left', async () => {
    answers(CONFIRM, { orderId: 'o1', status: 'checking' }, 202);
    becomes({ status: 'checking', paidAt: null });
    await paidFor();
    expect(await checking()).toHaveTextContent('You may close this; we tell you by message');
    await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sessionStorage.getItem('checkout')).toBeNull();
    expect(at()).toBe('/courses/course-1');
  });
});
