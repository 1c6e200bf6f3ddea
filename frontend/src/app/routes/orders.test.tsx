import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { Suspense } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { accountKeys } from '../../features/account/queries';
import type { Order } from '../../features/orders/queries';
import { writePageData } from '../../test/layoutPage';
import { order, refund } from '../../test/orders';
import { member } from '../../test/users';
import { RouteErrorBoundary } from '../page/RouteErrorBoundary';
import Orders from './orders';

const row = { name: 'orders', path: '/orders', title: 'Orders and receipts', module: 'orders' };

/** The member's orders, newest first. */
let kept: Order[];
let requests: string[];
const server = setupServer(
  http.get('/api/orders', ({ request }) => {
    const { search, searchParams } = new URL(request.url);
    requests.push(search);
    const skip = Number(searchParams.get('skip'));
    const limit = Number(searchParams.get('limit'));
    return HttpResponse.json({ data: kept.slice(skip, skip + limit), totalCount: kept.length });
  }),
  http.get('/api/user/new-order/session', ({ request }) => {
    requests.push(new URL(request.url).search);
    const orders = kept.filter(({ kind }) => kind === 'liveTrading');
    return HttpResponse.json({ orders, totalCount: orders.length });
  }),
  http.get('/api/orders/:id', ({ params }) => {
    const order = kept.find(({ _id }) => _id === params.id);
    return order
      ? HttpResponse.json({ data: order })
      : HttpResponse.json(
          { message: 'We could not find that order.', code: 'order_unknown' },
          { status: 404 },
        );
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  kept = [];
  requests = [];
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function CurrentUrl() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

function open(at = '/orders') {
  writePageData();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, member());
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <RouteErrorBoundary row={row} isLoginRequired={false} onRetry={() => undefined}>
          <Suspense>
            <Orders row={row} />
          </Suspense>
        </RouteErrorBoundary>
        <CurrentUrl />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const list = () => screen.findByRole('list', { name: 'Orders' });
const lines = (...titles: string[]) =>
  titles.map((title, index) => ({ _id: `l${index}`, title, price: 500, isRefunded: false }));
const documentLinks = () => screen.getAllByRole('link', { name: /PDF/ });

describe('the list', () => {
  test('has each order with its day, number, sum and standing', async () => {
    kept = [
      order({
        _id: 'o3',
        title: 'Third',
        status: 'refunded',
        lines: lines('Third, 27 Nov 2026'),
        refunds: [refund({ status: 'processed', processedAt: '2026-11-30T09:00:00Z' })],
      }),
      order({
        _id: 'o2',
        title: 'Second',
        lines: lines('Second: Gap, 27 Nov 2026', 'Second: Range, 30 Nov 2026'),
        refunds: [refund({ amount: 100 })],
      }),
      order(),
    ];
    open();
    const items = (await within(await list()).findAllByRole('article')).map(({ textContent }) => textContent);
    expect(items).toEqual([
      'ThirdThird, 27 Nov 2026Sat, 21 Nov 2026RA-7K3M9Q2X₹1,768.82 refunded on Mon, 30 Nov 2026₹1,768.82Refunded',
      'SecondSecond: Gap, 27 Nov 2026 and 1 moreSat, 21 Nov 2026RA-7K3M9Q2X' +
        '₹100.00 will be refunded by Tue, 1 Dec 2026₹1,768.82Partly refunded',
      'Course 1Sat, 21 Nov 2026RA-7K3M9Q2X₹1,768.82Paid',
    ]);
    expect(screen.getByRole('link', { name: 'Course 1' })).toHaveAttribute('href', '/orders?order=o1');
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  test('grows by ten, and reading goes on where it grew', async () => {
    kept = Array.from({ length: 12 }, (_, index) => order({ _id: `o${index}`, title: `Course ${index}` }));
    open();
    await within(await list()).findByRole('link', { name: 'Course 9' });
    expect(screen.getByText('10 of 12 shown')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Course 10' })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(requests).toEqual(['?skip=0&limit=10', '?skip=10&limit=10']);
  });

  test('may be of trading sessions alone', async () => {
    kept = [order(), order({ _id: 'o2', title: 'Order Flow Live', kind: 'liveTrading' })];
    open();
    await userEvent.click(await screen.findByRole('link', { name: 'Trading sessions' }));
    const rows = within(await list());
    expect(await rows.findByRole('link', { name: 'Order Flow Live' })).toBeInTheDocument();
    expect(rows.getAllByRole('article')).toHaveLength(1);
    expect(requests.at(-1)).toBe('?type=sessions&status=paid&skip=0&limit=10');
    expect(screen.getByLabelText('Address')).toHaveTextContent('/orders?kind=sessions');
  });

  test('of sessions may be empty, and leads to the programs', async () => {
    kept = [order()];
    open('/orders?kind=sessions');
    expect(await screen.findByText("You haven't bought any trading sessions yet.")).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See live trading programs' })).toHaveAttribute(
      'href',
      '/live-trading',
    );
    expect(screen.getByRole('link', { name: 'All' })).toHaveAttribute('href', '/orders');
  });

  test('may be empty, and leads to what there is', async () => {
    open();
    expect(await screen.findByText(/You haven't bought anything yet/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Browse courses' })).toHaveAttribute('href', '/courses');
  });

  test('that does not come says so and is asked for again', async () => {
    server.use(http.get('/api/orders', () => HttpResponse.json({}, { status: 500 })));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch orders');
    server.resetHandlers();
    kept = [order()];
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Course 1' })).toBeInTheDocument();
  });
});

describe('one order', () => {
  test('is a receipt with its bill, its invoice and the way to what was bought', async () => {
    kept = [order({ coupon: { CouponCode: 'WELCOME10', Coupondiscount: 149.9 } })];
    open();
    await userEvent.click(await screen.findByRole('link', { name: 'Course 1' }));
    const receipt = await screen.findByRole('region', { name: 'Receipt RA-7K3M9Q2X' });
    expect(screen.getByRole('heading', { level: 1, name: 'Course 1' })).toBeInTheDocument();
    expect(receipt).toHaveTextContent('Paid onSat, 21 Nov 2026, 3:00 PM');
    expect(receipt).toHaveTextContent('Coupon WELCOME10-₹149.90');
    expect(receipt).toHaveTextContent('CGST 9%₹134.91SGST 9%₹134.91Total₹1,768.82');
    expect(
      documentLinks().map((link) => [
        link.textContent,
        link.getAttribute('href'),
        link.getAttribute('target'),
      ]),
    ).toEqual([['Invoice RA26-0000001 (PDF, opens in a new tab)', '/api/orders/o1/invoice.pdf', '_blank']]);
    expect(screen.getByRole('link', { name: 'Go to course' })).toHaveAttribute('href', '/courses/course-1');
    await userEvent.click(screen.getByRole('link', { name: 'All orders and receipts' }));
    expect(await list()).toBeInTheDocument();
    expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/orders$/);
  });

  test('that goes back says how much, by when and why, with its credit note', async () => {
    kept = [
      order({
        notice: 'You asked for your money back.',
        href: '',
        lines: [
          { _id: 'l1', title: 'Monday', price: 500, isRefunded: true },
          { _id: 'l2', title: 'Tuesday', price: 500, isRefunded: false },
        ],
        refunds: [
          refund(),
          refund({ _id: 'r2', amount: 50, status: 'failed', reason: '', creditNote: null }),
        ],
      }),
    ];
    open('/orders?order=o1');
    const refunds = within(await screen.findByRole('list', { name: 'Refunds' }));
    const [first, second] = refunds.getAllByRole('listitem');
    expect(first).toHaveTextContent('₹1,768.82 will be refunded by Tue, 1 Dec 2026');
    expect(first).toHaveTextContent('Bought twice.');
    expect(first && within(first).getByRole('link')).toHaveAttribute(
      'href',
      '/api/orders/o1/credit-notes/r1.pdf',
    );
    expect(second).toHaveTextContent('₹50.00 could not be refunded yet. We are working on it.');
    expect(screen.getByText('Monday (refunded)')).toBeInTheDocument();
    expect(screen.getByText('You asked for your money back.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Go to course' })).not.toBeInTheDocument();
  });

  test('that is still checked is asked about until it is known', async () => {
    kept = [order({ status: 'checking', paidAt: null, invoice: null })];
    open('/orders?order=o1');
    expect(await screen.findByText(/We are checking this payment/)).toBeInTheDocument();
    expect(screen.getByText('Checking payment')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /PDF/ })).not.toBeInTheDocument();
    kept = [order()];
    expect(await screen.findByRole('link', { name: /Invoice/ }, { timeout: 7000 })).toBeInTheDocument();
  }, 10_000);

  test('of somebody else is not found', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    open('/orders?order=o9');
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
    jest.restoreAllMocks();
  });
});
