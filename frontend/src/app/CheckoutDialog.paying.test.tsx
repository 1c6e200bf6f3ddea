import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { cart, confirmed, refund } from '../test/orders';
import { member } from '../test/people';
import { FakeWindow, provideRazorpay } from '../test/razorpay';
import {
  answers,
  asks,
  at,
  becomes,
  CART,
  CONFIRM,
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
  refuses,
  server,
  succeed,
} from './checkoutSupport';

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
