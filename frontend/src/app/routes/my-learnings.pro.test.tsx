import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import type { Purchase } from '../../features/pro/queries';
import { formatDay } from '../../shared/lib/dates';
import { bookingServer, inHours, webinar } from '../../test/bookings';
import { proTime, purchase } from '../../test/pro';
import MyLearnings from './my-learnings';

const row = { name: 'my-learnings', path: '/my-learnings', title: 'My Learnings', module: 'my-learnings' };
const BOOKED = '/api/learnprosection/booked/V1/pro';
const DAY = 24;
const YEAR = 365 * DAY;
const { state, requests, respondWithError, resetHandlers } = bookingServer();

function CurrentUrl() {
  return <output aria-label="Address">{useLocation().search}</output>;
}

function open(search = '') {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[{ pathname: '/my-learnings', search }]}>
        <MyLearnings row={row} />
        <CurrentUrl />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** The status of a plan that runs from this hour to that one. */
function statusOf(from: number, to: number): Pick<Purchase, 'status' | 'nextChangeAt'> {
  if (to <= 0) return { status: 'ended', nextChangeAt: null };
  return from > 0
    ? { status: 'upcoming', nextChangeAt: inHours(from) }
    : { status: 'active', nextChangeAt: inHours(to) };
}

/** Newest first, as from the server. */
const bought = (...plans: [name: string, from: number, to: number][]) => {
  state.bought = plans.reverse().map(([planName, from, to]) =>
    purchase({
      _id: `b-${from}`,
      orderId: `o-${from}`,
      planName,
      startsAt: inHours(from),
      endsAt: inHours(to),
      active: from <= 0 && to > 0,
      ...statusOf(from, to),
    }),
  );
};

/** As many as filters help with. */
const bookMany = () => {
  state.webinars = Array.from({ length: 8 }, (_, index) => webinar(`Webinar ${index}`, inHours(index)));
};

const pro = async () => within(await screen.findByRole('region', { name: 'Pro' }));
const plans = async () =>
  (await pro()).getAllByRole('article').map((plan) => {
    const name = within(plan).getByRole('heading', { level: 3 });
    return [name.textContent, name.nextElementSibling?.textContent];
  });

test('who has Pro sees from when to when, above what it opens', async () => {
  bought(['1 year', 0, YEAR]);
  open();
  const section = await pro();
  expect(section.getByText('Active')).toBeInTheDocument();
  expect(section.getByText(`${formatDay(inHours(0))} – ${formatDay(inHours(YEAR))}`)).toBeInTheDocument();
  expect(section.getByText('Rally Pro, 365 days')).toBeInTheDocument();
  expect(section.getByRole('link', { name: 'See Pro courses' })).toHaveAttribute(
    'href',
    '/courses?price=pro',
  );
  const receipt = section.getByRole('link', { name: 'Receipt' });
  expect(receipt).toHaveAttribute('href', '/orders?order=o-0');
  expect(receipt).toHaveAccessibleDescription('1 year');
  expect(section.getByRole('link', { name: 'Extend your Pro' })).toHaveAttribute('href', '/pro');
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  await waitFor(() => expect(headings()).toEqual(['Pro', 'Courses']));
});

test('among other kinds stands what counts today, and all of it alone', async () => {
  bought(['old', -2 * YEAR, -YEAR], ['now', -DAY, DAY], ['next', DAY, 3 * DAY], ['last', 3 * DAY, 9 * DAY]);
  state.bought.push(
    purchase({
      _id: 'b-back',
      planName: 'back',
      startsAt: null,
      endsAt: null,
      refunded: true,
      status: 'refunded',
    }),
  );
  open();
  expect(await plans()).toEqual([
    ['now', 'Active'],
    ['next', 'Starts later'],
    ['last', 'Starts later'],
  ]);
  const section = await pro();
  expect(section.getByText('3 of 5 shown')).toBeInTheDocument();
  await userEvent.click(section.getByRole('link', { name: 'View all your Pro plans' }));
  expect(screen.getByLabelText('Address')).toHaveTextContent('?kind=pro');
  expect((await plans()).slice(3)).toEqual([
    ['old', 'Ended'],
    ['back', 'Refunded'],
  ]);
  expect(screen.queryByText(/ shown$/)).not.toBeInTheDocument();
});

test('the filter shows it alone, and the others are shown without it', async () => {
  bought(['1 year', 0, YEAR]);
  bookMany();
  open();
  await pro();
  const before = requests.length;
  const kinds = within(screen.getByRole('navigation', { name: 'Filter learnings by type' }));
  await userEvent.click(kinds.getByRole('link', { name: 'Pro' }));
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
  expect(
    screen.queryByRole('navigation', { name: 'Filter live bookings by status' }),
  ).not.toBeInTheDocument();
  expect(kinds.getByRole('link', { name: 'Pro' })).toHaveAttribute('aria-current', 'true');
  expect(kinds.getByRole('link', { name: 'Pro' })).toHaveFocus();
  expect(requests).toHaveLength(before);
  await userEvent.click(kinds.getByRole('link', { name: 'Courses' }));
  expect(screen.queryByRole('region', { name: 'Pro' })).not.toBeInTheDocument();
});

test('alone it asks for nothing that is not shown', async () => {
  open('?kind=pro');
  await pro();
  expect(requests.map(([call]) => call).sort()).toEqual([
    'GET /api/dashboard',
    'GET /api/learning/waitlist?skip=0&limit=20',
    `GET ${BOOKED}`,
    'GET /api/learnprosection/user/subscriptions/pro',
  ]);
});

test('without Pro nothing is said, unless it is asked for', async () => {
  bookMany();
  open();
  expect(await screen.findByRole('region', { name: 'Courses' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Pro' })).not.toBeInTheDocument();
  const kinds = within(screen.getByRole('navigation', { name: 'Filter learnings by type' }));
  await userEvent.click(kinds.getByRole('link', { name: 'Pro' }));
  const section = await pro();
  expect(section.getByText(/^You don't have Pro yet\./)).toBeInTheDocument();
  expect(section.getByRole('link', { name: "See what's in Pro" })).toHaveAttribute('href', '/pro');
});

test('what is over is one row and a way to renew', async () => {
  bought(['older', -4 * YEAR, -3 * YEAR], ['old', -2 * YEAR, -YEAR]);
  state.proAction = 'start';
  open();
  expect(await plans()).toEqual([['old', 'Ended']]);
  const section = await pro();
  expect(section.getByRole('link', { name: 'Renew Pro' })).toHaveAttribute('href', '/pro');
  expect(section.queryByRole('link', { name: 'See Pro courses' })).not.toBeInTheDocument();
});

test('a trial is Pro as well', async () => {
  state.proTimes = [proTime({ kind: 'trial', startsAt: inHours(-DAY), endsAt: inHours(6 * DAY) })];
  state.proAction = 'replaceTrial';
  open();
  expect(await plans()).toEqual([['Free trial', 'Active']]);
  const section = await pro();
  expect(section.getByText('Includes Pro courses. Live webinars are not included.')).toBeInTheDocument();
  expect(section.queryByRole('link', { name: 'Receipt' })).not.toBeInTheDocument();
  expect(section.getByRole('link', { name: "See what's in Pro" })).toHaveAttribute('href', '/pro');
});

test('what never ends says so and asks for no more', async () => {
  state.proTimes = [proTime({ planName: 'Gift', endsAt: null, nextChangeAt: null })];
  state.proAction = null;
  open();
  expect(await plans()).toEqual([['Gift', 'Active']]);
  const section = await pro();
  expect(section.getByText('From Sun, 22 Nov 2026, with no end date')).toBeInTheDocument();
  expect(section.getAllByRole('link')).toHaveLength(1);
});

describe('as time goes by', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  test('it ends without a reload, and what follows begins', async () => {
    bought(['first', -DAY, 1], ['second', 1, DAY]);
    open();
    expect(await plans()).toEqual([
      ['first', 'Active'],
      ['second', 'Starts later'],
    ]);
    const [second, first] = state.bought as [Purchase, Purchase];
    state.bought = [
      { ...second, status: 'active', nextChangeAt: second.endsAt },
      { ...first, status: 'ended', nextChangeAt: null },
    ];
    await act(() => jest.advanceTimersByTimeAsync(61 * 60_000));
    expect(await plans()).toEqual([['second', 'Active']]);
  });
});

test('a list that does not come leaves the others alone and can be tried again', async () => {
  respondWithError(BOOKED, 503, { message: 'Back in a minute.' });
  open();
  expect(await (await pro()).findByRole('alert')).toHaveTextContent('Back in a minute.');
  expect(screen.getByRole('region', { name: 'Courses' })).toBeInTheDocument();
  resetHandlers();
  bought(['1 year', 0, YEAR]);
  await userEvent.click((await pro()).getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await plans()).toEqual([['1 year', 'Active']]));
});

describe('after buying', () => {
  const welcome = () => screen.queryByRole('region', { name: /^You have Pro/ });

  test('a notice says until when and what to start with, and does not come back', async () => {
    state.bought = [purchase({ boughtAt: new Date().toISOString() })];
    state.proStatus = 'active';
    open();
    const found = await screen.findByRole('region', { name: /^You have Pro/ });
    expect(await within(found).findByRole('link', { name: 'Course 1' })).toBeVisible();
    await userEvent.click(within(found).getByRole('button', { name: 'Got it' }));
    expect(welcome()).not.toBeInTheDocument();
    cleanup();
    open();
    await plans();
    expect(welcome()).not.toBeInTheDocument();
  });
});
