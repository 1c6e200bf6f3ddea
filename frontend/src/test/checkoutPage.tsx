import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { CheckoutHost } from '../app/dialogs/CheckoutHost';
import { LoginHost } from '../app/dialogs/LoginHost';
import { createQueryClient, openLoginWhenSessionEnds } from '../app/queryClient';
import type { User } from '../features/account/queries';
import { type CheckoutItem, checkoutDialog } from '../shared/stores/checkoutDialog';
import { loginDialog } from '../shared/stores/loginDialog';
import { writePageData } from './layoutPage';
import { loginServer } from './loginServer';
import { cart, confirmed, item, order, reduced } from './orders';
import { FakeWindow, provideRazorpay } from './razorpay';
import { member } from './users';

// The checkout dialog over a page, with a mock server and a fake provider; each importing file has its own.
export const { server, requests } = loginServer();

export const CART = '/api/course/cartCourseV1';
export const ENROLL = '/api/course/enrollCourseV1';
export const CONFIRM = '/api/course/confirm/courseV1';
export const APPLY = '/api/coupon/apply-coupon';
export const REMOVE = '/api/coupon/remove-coupon';
export const ORDER = '/api/orders/o1';
export const PROCESSING = 'Do not refresh or press back. This may interrupt your payment';
export const DECLINED = 'Payment was cancelled or failed. Please try again.';
export const NO_SCRIPT = 'Razorpay SDK failed to load. Please check your internet connection.';
export const FAILED = 'Payment Failed! We had an issue confirming your payment. Please try again';
export const ENROLLED = {
  orderId: 'o1',
  orderNumber: 'RA-7K3M9Q2X',
  heldUntil: '2026-11-21T09:45:00Z',
  seats: 0,
  razorPayOrderId: 'order_A',
  amountToBePaid: 176_882,
  currency: 'INR',
  provider: 'razorpay',
  keyId: 'rzp_test',
  checkoutScript: '/pay.js',
  prefill: { name: 'Ananya Iyer', email: '', contact: '+919000000001' },
};

export const respondWith = (path: string, data: JsonBodyType, status = 200) =>
  server.use(http.post(path, () => HttpResponse.json({ data, message: 'Fine.' }, { status })));
export const respondWithError = (
  path: string,
  status: number,
  code: string,
  message = '',
  data?: JsonBodyType,
) => server.use(http.post(path, () => HttpResponse.json({ message, code, data }, { status })));
export const setOrder = (overrides: Parameters<typeof order>[0]) =>
  server.use(http.get(ORDER, () => HttpResponse.json({ data: order(overrides) })));
export const requestsTo = (path: string) =>
  requests.filter(([call]) => call === path).map(([, body]) => body);

// Compiling it takes longer than a test may.
beforeAll(async () => void (await import('../app/dialogs/CheckoutDialog')), 30_000);
beforeEach(() => {
  provideRazorpay();
  respondWith(CART, cart());
  respondWith(ENROLL, ENROLLED);
  respondWith(CONFIRM, confirmed());
  respondWith(APPLY, { CouponCode: 'WELCOME10', Coupondiscount: 149.9, ...reduced });
  respondWith(REMOVE, cart());
  setOrder({});
  server.use(
    // What is fetched again after a refusal.
    http.get('/api/user', () => HttpResponse.json({ data: buyer() })),
    http.get('/api/coupon/new', () =>
      HttpResponse.json({
        data: [
          { _id: 'k1', couponCode: 'WELCOME10', shortDescription: '10% off', saves: 149.9 },
          { _id: 'k2', couponCode: 'FLAT500', shortDescription: '₹500 off ₹2,000 or more', saves: null },
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

export function TestPage() {
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

export function renderCheckout(user: User | null) {
  writePageData();
  const queryClient = createQueryClient({
    user,
    answers: [],
  });
  openLoginWhenSessionEnds(queryClient);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/courses/course-1']}>
        <CheckoutHost />
        <LoginHost />
        <TestPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return queryClient;
}

/** A member whose profile has what an invoice needs. */
export const buyer = (overrides: Partial<User> = {}) => member({ state: 'Maharashtra', ...overrides });

export async function open(user: User | null = buyer(), overrides: Partial<CheckoutItem> = {}) {
  const queryClient = renderCheckout(user);
  const opener = screen.getByRole('button', { name: 'Buy' });
  opener.focus();
  act(() => checkoutDialog.open(item(overrides), opener));
  await screen.findByRole('dialog', { name: 'Checkout' }, { timeout: 5000 });
  return queryClient;
}

export const dialog = () => within(screen.getByRole('dialog', { name: 'Checkout' }));
export const payButton = (amount = '₹1,768.82') => dialog().findByRole('button', { name: `Pay ${amount}` });
export const isOpen = () => screen.queryByRole('dialog', { name: 'Checkout' }) !== null;
export const currentUrl = () => screen.getByLabelText('Address').textContent;
export const pay = async (amount?: string) => {
  const button = await payButton(amount);
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await waitFor(() => expect(FakeWindow.opened.length).toBeGreaterThan(0));
};
export const succeed = () => act(async () => FakeWindow.last.succeed());
export const overlay = (name: string | RegExp) => screen.findByRole('dialog', { name });
export const amountOf = (label: string) => dialog().getByText(label).nextElementSibling?.textContent;
