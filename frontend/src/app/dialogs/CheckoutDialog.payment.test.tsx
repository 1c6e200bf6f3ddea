import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { formatTime } from '../../shared/lib/dates';
import {
  buyer,
  CART,
  CONFIRM,
  currentUrl,
  DECLINED,
  dialog,
  ENROLL,
  ENROLLED,
  FAILED,
  isOpen,
  NO_SCRIPT,
  ORDER,
  open,
  overlay,
  PROCESSING,
  pay,
  payButton,
  requestsTo,
  respondWith,
  respondWithError,
  server,
  setOrder,
  succeed,
} from '../../test/checkoutPage';
import { cart, confirmed, item, refund } from '../../test/orders';
import { FakeWindow, provideRazorpay } from '../../test/razorpay';

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
    expect(requestsTo(ENROLL)).toEqual([{ id: 'cart-1' }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('twice in a moment makes one order and one window', async () => {
    await open();
    await userEvent.dblClick(await payButton());
    await waitFor(() => expect(FakeWindow.opened).toHaveLength(1));
    expect(requestsTo(ENROLL)).toHaveLength(1);
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
    expect(success).toHaveTextContent('₹1,768.82 paid for Course 1');
    expect(requestsTo(CONFIRM)).toEqual([
      { razorPayOrderId: 'order_A', razorPayPaymentId: 'pay_A', razorPaySignature: 'signed' },
    ]);
    const free = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(free);
    expect(free.defaultPrevented).toBe(false);
    await act(() => jest.advanceTimersByTimeAsync(4000));
    expect(currentUrl()).toBe('/courses/course-1');
    await act(() => jest.advanceTimersByTimeAsync(1100));
    expect(currentUrl()).toBe('/course/c1/topic/t1');
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
      respondWith(path, cart());
    for (const path of [
      '/api/learning/enrollwebinarV1',
      '/api/mentorship/enroll',
      '/api/learning/sessions/enroll',
      '/api/learnprosection/pro/enroll',
    ])
      respondWith(path, ENROLLED);
    for (const path of [
      CONFIRM,
      '/api/learning/confirm/webinarV1',
      '/api/mentorship/confirm/mentorshipV1',
      '/api/payments/confirm/learn',
      '/api/learnprosection/pro/confirm',
    ])
      respondWith(path, data);
    await open(buyer(), { kind });
    await pay();
    await succeed();
    await overlay('Payment successful');
    await userEvent.click(screen.getByRole('button', { name: /^(View|Go)/ }));
    expect(currentUrl()).toBe(where);
  });

  test('of nothing needs no window', async () => {
    const zero = { igst: 0, cgst: 0, billTotal: 0, taxLines: [] };
    respondWith(
      CART,
      cart({ ...zero, coupon: { CouponCode: 'ONCE100', Coupondiscount: 1499, shortDescription: '' } }),
    );
    respondWith(ENROLL, {
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
  // Nobody has paid yet.
  beforeEach(() => setOrder({ status: 'awaiting', paidAt: null, invoice: null }));

  test('that is dismissed leads back to the cart, and the next try has the same order', async () => {
    await open();
    await pay();
    act(() => FakeWindow.last.close());
    expect(await payButton()).toBeEnabled();
    expect(dialog().queryByRole('alert')).not.toBeInTheDocument();
    expect(dialog().getByText('Press Pay when you are ready.')).toBeInTheDocument();
    expect(dialog().queryByText(/charged|If money left/)).not.toBeInTheDocument();
    await userEvent.click(await payButton());
    await waitFor(() => expect(FakeWindow.opened).toHaveLength(2));
    expect(FakeWindow.last.options.order_id).toBe('order_A');
  });

  test('that is dismissed says how long the seats are held, with the time running', async () => {
    const until = new Date(Date.now() + 14.5 * 60_000).toISOString();
    respondWith(ENROLL, { ...ENROLLED, heldUntil: until, seats: 2 });
    await open();
    await pay();
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask'] });
    act(() => FakeWindow.last.close());
    const text = await dialog().findByText(`Your seats are held until ${formatTime(until)}.`);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(dialog().getByRole('timer')).toHaveTextContent(/^13:[0-5]\d$/);
    await act(() => jest.advanceTimersByTimeAsync(14 * 60_000));
    expect(text).toHaveTextContent('Your seats are no longer held. Press Pay to book them, if still free.');
  });

  test('that is dismissed while the bank still takes the money: the page picks it up', async () => {
    await open();
    await pay();
    act(() => FakeWindow.last.close());
    await payButton();
    setOrder({});
    respondWith(CONFIRM, confirmed());
    await screen.findByRole('dialog', { name: 'Payment successful' }, { timeout: 5000 });
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
    const returns = 'If money left your account, it returns in 5 to 7 working days.';
    expect(dialog().getByText(`${returns} Press Pay when you are ready.`)).toBeInTheDocument();
    await userEvent.click(await payButton());
    await waitFor(() => expect(FakeWindow.opened).toHaveLength(2));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test.each([
    [1, 'Your seat is held until 7:14 PM.'],
    [0, 'Your order is kept until 7:14 PM.'],
  ])(
    'in which the bank refused says when money returns, and what is kept (%s seats)',
    async (seats, kept) => {
      jest.useFakeTimers({
        advanceTimers: true,
        doNotFake: ['queueMicrotask'],
        now: new Date('2026-11-21T13:30:00Z'),
      });
      respondWith(ENROLL, { ...ENROLLED, heldUntil: '2026-11-21T13:44:00Z', seats });
      await open();
      await pay();
      act(() => FakeWindow.last.fail());
      act(() => FakeWindow.last.close());
      const text = await dialog().findByText(new RegExp(kept));
      expect(text).toHaveTextContent(
        `If money left your account, it returns in 5 to 7 working days. ${kept}`,
      );
      expect(text.compareDocumentPosition(dialog().getByRole('alert'))).toBe(
        Node.DOCUMENT_POSITION_PRECEDING,
      );
    },
  );

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
    expect(requestsTo(CONFIRM)).toHaveLength(1);
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
    respondWith(CONFIRM, confirmed());
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
    await waitFor(() => expect(requestsTo(ENROLL)).toHaveLength(1));
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
    respondWithError(ENROLL, 409, code, words, cart({ billTotal: 2358.82 }));
    await userEvent.click(await payButton());
    expect(await payButton('₹2,358.82')).toBeEnabled();
    expect(dialog().getByRole('alert')).toHaveTextContent(words);
    expect(FakeWindow.opened).toEqual([]);
    respondWith(ENROLL, ENROLLED);
    await pay('₹2,358.82');
  });

  test.each([
    [410, 'cart_expired'],
    [404, 'cart_unknown'],
  ])('with %d makes a new cart by itself', async (status, code) => {
    await open();
    respondWithError(ENROLL, status, code);
    respondWith(CART, cart({ _id: 'cart-2' }));
    await userEvent.click(await payButton());
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Your cart had expired, so we made a new one.',
    );
    await waitFor(() => expect(requestsTo(CART)).toHaveLength(2));
    respondWith(ENROLL, ENROLLED);
    await pay();
    expect(requestsTo(ENROLL)).toEqual([{ id: 'cart-1' }, { id: 'cart-2' }]);
  });

  test('because it is theirs already closes the dialog', async () => {
    await open();
    respondWithError(ENROLL, 409, 'already_owned');
    await userEvent.click(await payButton());
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test.each([
    [409, 'sold_out', 'The last seat was just taken.', 'The last seat was just taken.'],
    [409, 'amount_too_large', 'Please choose less.', 'Please choose less.'],
    [502, 'payment_provider_failed', 'Nothing was charged.', 'Nothing was charged.'],
    [500, 'unknown', '', 'Something went wrong. Please try again.'],
  ])('with %d %s says why and can be tried again', async (status, code, message, words) => {
    await open();
    respondWithError(ENROLL, status, code, message);
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
    respondWithError(CONFIRM, 400, 'signature_invalid', 'Something went wrong. Please try again.');
    await paidFor();
    const failed = await overlay(FAILED);
    expect(failed).toHaveTextContent(
      'If money left your account, it is refunded automatically within 5 to 7 working days',
    );
    expect(failed).toHaveTextContent('Your order number is RA-7K3M9Q2X.');
    await userEvent
      .setup({ advanceTimers: jest.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Back' }));
    expect(currentUrl()).toBe('/');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test.each([
    ['is not known yet', () => respondWith(CONFIRM, { orderId: 'o1', status: 'checking' }, 202)],
    ['fails', () => respondWithError(CONFIRM, 503, 'unavailable')],
    ['does not arrive', () => server.use(http.post(CONFIRM, () => HttpResponse.error()))],
  ])('that %s is asked about until it is known, and never called failed', async (_, happen) => {
    happen();
    setOrder({ status: 'checking', paidAt: null });
    await paidFor();
    await checking();
    await pass(4000);
    expect(requestsTo(ORDER).length).toBeGreaterThan(1);
    expect(screen.queryByText(/failed/i)).not.toBeInTheDocument();
    setOrder({});
    respondWith(CONFIRM, confirmed());
    await pass(5000);
    await overlay('Payment successful');
    expect(screen.getByRole('button', { name: 'Start learning' })).toBeInTheDocument();
  });

  test('that never reached the server is told again once it can be', async () => {
    server.use(http.post(CONFIRM, () => HttpResponse.error()));
    setOrder({ status: 'awaiting', paidAt: null, invoice: null });
    await paidFor();
    await checking();
    respondWith(CONFIRM, confirmed());
    await pass(5000);
    await overlay('Payment successful');
  });

  test('on a lost line says that there is no connection, and goes on by itself', async () => {
    server.use(
      http.post(CONFIRM, () => HttpResponse.error()),
      http.get(ORDER, () => HttpResponse.error()),
    );
    await paidFor();
    await pass(2000);
    expect(await checking()).toHaveTextContent('No connection. We go on by ourselves');
    setOrder({});
    respondWith(CONFIRM, confirmed());
    await pass(6000);
    await overlay('Payment successful');
  });

  test('that ends in a refund says that the money goes back, and by when', async () => {
    respondWith(CONFIRM, { orderId: 'o1', status: 'checking' }, 202);
    setOrder({
      status: 'refunded',
      refunds: [refund()],
      notice: 'The seat was gone, so all of it goes back.',
    });
    await paidFor();
    const returned = await overlay('Your payment will be refunded');
    expect(returned).toHaveTextContent('The seat was gone, so all of it goes back.');
    expect(returned).toHaveTextContent('₹1,768.82 will be refunded by Tue, 1 Dec 2026');
    await userEvent
      .setup({ advanceTimers: jest.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'View receipt' }));
    expect(currentUrl()).toBe('/orders?order=o1');
  });

  test('of an order that nobody paid leads back to the checkout', async () => {
    respondWith(CONFIRM, { orderId: 'o1', status: 'checking' }, 202);
    setOrder({ status: 'expired', paidAt: null });
    await paidFor();
    await overlay('We did not receive a payment');
    await userEvent
      .setup({ advanceTimers: jest.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Back to checkout' }));
    expect(await payButton()).toBeInTheDocument();
    expect(JSON.parse(sessionStorage.getItem('checkout') ?? '')).toEqual({ path: '/', item: item() });
  });

  test('that takes long may be left', async () => {
    respondWith(CONFIRM, { orderId: 'o1', status: 'checking' }, 202);
    setOrder({ status: 'checking', paidAt: null });
    await paidFor();
    expect(await checking()).toHaveTextContent("You can close this. We'll message you");
    await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sessionStorage.getItem('checkout')).toBeNull();
    expect(currentUrl()).toBe('/courses/course-1');
  });
});
