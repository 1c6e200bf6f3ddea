import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { MemoryRouter } from 'react-router';
import type { Decision } from '../../features/my-learnings/queries';
import { formatNearDay } from '../../shared/lib/dates';
import {
  ASSIGN,
  booking,
  bookingServer,
  CANCEL,
  calendarEntry,
  credit,
  entry,
  inHours,
  SWAP,
  session,
} from '../../test/bookings';
import { order, refund } from '../../test/orders';
import { setServerTime } from '../../test/serverTime';
import MyLearnings from './my-learnings';

const row = { name: 'my-learnings', path: '/my-learnings', title: 'My Learnings', module: 'my-learnings' };
const { server, state, requests, mutationRequests, respondWithError, failNetwork, resetHandlers } =
  bookingServer();

// Compiles it once, so that the first test does not time out.
beforeAll(() => import('../../features/my-learnings/components/ChangeDialog'), 60_000);

async function open() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/my-learnings']}>
        <MyLearnings row={row} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return within(await screen.findByRole('region', { name: 'Sessions' }));
}

const dialog = (name: string) => screen.findByRole('dialog', { name });
const button = (name: string, at = within(document.body)) => at.getByRole('button', { name });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const chosen = () => screen.getByRole('radio', { checked: true });
const article = (name: string) => within(screen.getByRole('article', { name }));

afterEach(() => {
  jest.useRealTimers();
  setServerTime(Date.now());
});

beforeEach(() => {
  state.sessions = [booking('Depth', inHours(48))];
  state.open = [
    entry('Depth', inHours(48), { bookingId: 'b-Depth' }),
    entry('Tape', inHours(72)),
    entry('Spread', inHours(96), { session: session('Spread', inHours(96), { fewSeatsLeft: 1 }) }),
  ];
});

describe('a swap', () => {
  test('marks today by the clock of the server where that of the device is an hour slow', async () => {
    jest.useFakeTimers({
      now: new Date('2036-06-17T18:00:00Z'),
      doNotFake: [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'setImmediate',
        'queueMicrotask',
      ],
    });
    setServerTime('2036-06-17T19:00:00Z');
    state.sessions = [booking('Depth', inHours(48))];
    state.open = [entry('Tape', inHours(72))];
    await open();
    await userEvent.click(button('Swap', await waitFor(() => article('Depth'))));
    const calendar = within(await dialog('Swap session'));
    expect(await calendar.findByRole('button', { name: /^18 ?June/ })).toHaveAttribute(
      'aria-current',
      'date',
    );
  });

  test('takes two presses: the soonest free session is chosen already', async () => {
    const sessions = await open();
    await userEvent.click(button('Swap', await waitFor(() => article('Depth'))));
    await dialog('Swap session');
    expect(await screen.findByRole('radio', { name: /Tape/ })).toBeChecked();
    await userEvent.click(button('Confirm'));
    await isClosed();
    expect(mutationRequests()).toEqual([[`POST ${SWAP}`, { bookingId: 'b-Depth', sessionId: 's-Tape' }]]);
    expect(
      sessions.getByText(/^Your session has been swapped\. It is on .* to update the entry\.$/),
    ).toHaveAttribute('role', 'status');
    const moved = await waitFor(() => article('Tape'));
    expect(moved.getByText('Moved here')).toBeInTheDocument();
    await waitFor(() => expect(button('Swap', moved)).toHaveFocus());
  });

  test('says when the session is, also if staff moved it while the dialog was open', async () => {
    const sessions = await open();
    await userEvent.click(button('Swap', await waitFor(() => article('Depth'))));
    await screen.findByRole('radio', { name: /Tape/ });
    state.open = [entry('Tape', '2036-11-19T09:30:00Z')];
    await userEvent.click(button('Confirm'));
    await isClosed();
    expect(sessions.getByText(/swapped\. It is on Wed 19 Nov, 3:00 PM/)).toBeInTheDocument();
  });

  test('takes the day that is pressed on the calendar', async () => {
    const starts = ['2036-11-12T09:30:00Z', '2036-11-19T09:30:00Z', '2036-11-26T09:30:00Z'] as const;
    state.all = [session('Packed', starts[2], { full: true, seatsLeft: 0 })];
    state.open = [entry('Tape', starts[0]), entry('Spread', starts[1])];
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Swap' }));
    const day = await screen.findByRole('button', { name: /^19\D.*Spread, Wed 19 Nov, 3:00 PM/ });
    expect(screen.getByRole('button', { name: /^12\D/ })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(day);
    expect(day).toHaveAttribute('aria-pressed', 'true');
    expect(chosen()).toBe(screen.getByRole('radio', { name: /Spread/ }));
    expect(screen.getByRole('button', { name: /^26\D.*full: Packed/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.click(button('Confirm'));
    await isClosed();
    expect(mutationRequests()).toEqual([[`POST ${SWAP}`, { bookingId: 'b-Depth', sessionId: 's-Spread' }]]);
  });

  test('says the rule, its end, and what comes of it', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Swap' }));
    const box = await dialog('Swap session');
    const until = formatNearDay(inHours(44));
    expect(box).toHaveAccessibleDescription(
      expect.stringMatching(
        new RegExp(`^Now: Depth, .*You can change it until ${until}, .*\\. Swapping is free`),
      ),
    );
    await userEvent.click(await screen.findByRole('radio', { name: /Spread/ }));
    expect(
      within(box).getByText(/^Your seat moves to .* Your seat on .* will be released\.$/),
    ).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /Spread.*1 seat left/ })).toBeChecked();
  });

  test.each([
    [5000, 100, 'The new session costs ₹5,000 plus GST, yours costs ₹100 plus GST.', 'charged'],
    [100, 5000, 'The new session costs ₹100 plus GST, yours costs ₹5,000 plus GST.', 'refunded'],
    [0, 100, 'The new session costs nothing, yours costs ₹100 plus GST.', 'refunded'],
  ])('into a session of ₹%d instead of ₹%d says both prices', async (price, own, words, outcome) => {
    const at = (name: string, hours: number, rupees: number) =>
      session(name, inHours(hours), { basePricePerSession: rupees });
    state.sessions = [booking('Depth', inHours(48), { session: at('Depth', 48, own) })];
    state.open = [
      entry('Tape', inHours(72), { session: at('Tape', 72, price) }),
      entry('Spread', inHours(96), { session: at('Spread', 96, own) }),
    ];
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Swap' }));
    const box = within(await dialog('Swap session'));
    expect(await box.findByText(/^Your seat moves to /)).toHaveTextContent(
      `${words} Swapping is free: nothing is ${outcome}.`,
    );
    await userEvent.click(screen.getByRole('radio', { name: /Spread/ }));
    expect(box.getByText(/^Your seat moves to /)).not.toHaveTextContent('costs');
  });

  test('shows what is full, and offers first what clashes with nothing', async () => {
    state.all = [session('Packed', inHours(60), { full: true, seatsLeft: 0 })];
    state.dashboard.calendar = [
      calendarEntry('Evening webinar', inHours(72.5)),
      calendarEntry('Depth', inHours(96), { _id: 'b-Depth' }),
    ];
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Swap' }));
    const packed = await screen.findByRole('radio', { name: /Packed\s*Full/ });
    expect(packed).toBeDisabled();
    expect(
      screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent?.includes('Packed')),
    ).toEqual([true, false, false]);
    expect(chosen()).toBe(screen.getByRole('radio', { name: /Spread/ }));
    const tape = screen.getByRole('radio', { name: /Tape.*Clashes with Evening webinar/ });
    await userEvent.click(tape);
    expect(screen.getByText(/This clashes with Evening webinar\./)).toBeInTheDocument();
    expect(button('Confirm')).toBeEnabled();
  });

  test('that is refused says why in place, shows how it stands now, and chooses nothing by itself', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Swap' }));
    await screen.findByRole('radio', { name: /Tape/ });
    respondWithError(SWAP, 409, { message: 'This is sold out.', code: 'sold_out' });
    state.open = state.open.filter((one) => one.session.sessionName !== 'Tape');
    await userEvent.click(button('Confirm'));
    expect(await screen.findByRole('alert')).toHaveTextContent('This is sold out.');
    await waitFor(() => expect(screen.queryByRole('radio', { name: /Tape/ })).not.toBeInTheDocument());
    expect(screen.queryByRole('radio', { checked: true })).not.toBeInTheDocument();
    expect(button('Confirm')).toBeDisabled();
    resetHandlers();
    await userEvent.click(screen.getByRole('radio', { name: /Spread/ }));
    await userEvent.click(button('Confirm'));
    await isClosed();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('whose answer never came keeps the choice and can be confirmed again', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Swap' }));
    await userEvent.click(await screen.findByRole('radio', { name: /Spread/ }));
    failNetwork(SWAP);
    await userEvent.click(button('Confirm'));
    expect(await screen.findByRole('alert')).toHaveTextContent('we could not reach the server');
    expect(screen.getByRole('radio', { name: /Spread/ })).toBeChecked();
    await waitFor(() => expect(button('Confirm')).toHaveFocus());
    resetHandlers();
    await userEvent.click(button('Confirm'));
    await isClosed();
    expect(mutationRequests()).toHaveLength(2);
  });

  test.each([
    [500, null, 'Failed to swap session'],
    [
      409,
      { message: 'Please choose a session of the same program.' },
      'Please choose a session of the same program.',
    ],
  ])('that failed (%s) has words', async (status, body, text) => {
    respondWithError(SWAP, status, body);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Swap' }));
    await screen.findByRole('radio', { name: /Tape/ });
    await userEvent.click(button('Confirm'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  test('is sent once, however often it is pressed', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Swap' }));
    await screen.findByRole('radio', { name: /Tape/ });
    await userEvent.dblClick(button('Confirm'));
    await isClosed();
    expect(mutationRequests()).toHaveLength(1);
  });

  test('can be thought better of, and by the keyboard', async () => {
    await open();
    const opener = await screen.findByRole('button', { name: 'Swap' });
    opener.focus();
    await userEvent.keyboard('{Enter}');
    await dialog('Swap session');
    await screen.findByRole('radio', { name: /Tape/ });
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await waitFor(() => expect(opener).toHaveFocus());
    expect(mutationRequests()).toEqual([]);
  });

  test('without a free session says so', async () => {
    state.open = state.open.slice(0, 1);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Swap' }));
    expect(await screen.findByText(/^No other session of this program has a seat/)).toBeInTheDocument();
    expect(button('Confirm')).toBeDisabled();
  });

  test('whose sessions do not come can be tried again', async () => {
    respondWithError('/api/learning/sessions/timeframe', 503, { message: 'Back in a minute.' });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Swap' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Back in a minute.');
    resetHandlers();
    await userEvent.click(button('Try again'));
    expect(await screen.findByRole('radio', { name: /Tape/ })).toBeChecked();
  });

  test('asks for nothing before somebody turns to it', async () => {
    await open();
    await screen.findByRole('button', { name: 'Swap' });
    expect(requests.map(([call]) => call).filter((call) => call.includes('timeframe'))).toEqual([]);
  });
});

describe('a cancellation', () => {
  test('takes two presses, says what it brings, and leaves a credit', async () => {
    const sessions = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel session' }));
    const box = await dialog('Cancel session');
    expect(
      within(box)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Your seat becomes available to others immediately.',
      expect.stringMatching(
        /^You get a credit for one session of Order Flow Live. Use it by .*use it once\.$/,
      ),
      'This is not a refund.',
      expect.stringMatching(/^You can change it until .*\.$/),
    ]);
    await userEvent.click(button('Confirm'));
    await isClosed();
    expect(mutationRequests()).toEqual([[`POST ${CANCEL}`, { bookingId: 'b-Depth' }]]);
    const told = sessions.getByText(/^Your session is cancelled\./);
    await waitFor(() => expect(told).toHaveFocus());
    expect(
      within(screen.getByRole('list', { name: 'Cancelled sessions' })).getByText(/^Depth/),
    ).toBeInTheDocument();
  });

  test('can be thought better of', async () => {
    await open();
    const opener = await screen.findByRole('button', { name: 'Cancel session' });
    await userEvent.click(opener);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep session' }));
    await isClosed();
    await waitFor(() => expect(opener).toHaveFocus());
    expect(mutationRequests()).toEqual([]);
  });

  test.each([
    [409, { message: 'A session can be changed until 4 hours before it starts.' }, /until 4 hours before/],
    [500, null, /^Failed to cancel session/],
  ])('that is refused (%s) says why, and the page shows how it stands', async (status, body, text) => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel session' }));
    await dialog('Cancel session');
    respondWithError(CANCEL, status, body);
    state.sessions = [booking('Depth', inHours(3), { canChange: false })];
    await userEvent.click(button('Confirm'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await userEvent.click(button('Keep session'));
    await isClosed();
    expect(screen.queryByRole('button', { name: 'Cancel session' })).not.toBeInTheDocument();
    expect(screen.getByText(/^Changes closed on/)).toBeInTheDocument();
  });
});

describe('what the provider called off', () => {
  const off = (overrides = {}) => ({
    reason: 'The mentor is ill.',
    choices: ['move', 'credit', 'refund'] as ('move' | 'credit' | 'refund')[],
    refundLineId: 'line-1',
    ...overrides,
  });
  const LINE = '/api/orders/lines/line-1/refund';
  const refunds = () =>
    server.use(
      http.post(LINE, () => {
        state.sessions = [];
        state.dashboard.decisions = [];
        return HttpResponse.json({
          message: 'The full amount will be refunded to your original payment method.',
          data: { ...order(), refunds: [refund({ amount: 588.82 })] },
        });
      }),
    );

  const decided = (overrides = {}): Decision => ({
    ...{ _id: 'b-Depth', kind: 'session', title: 'Depth', programTitle: 'Order Flow Live' },
    ...{ startsAt: inHours(48), endsAt: inHours(49.5), calledOff: off() },
    booking: state.sessions[0] ?? null,
    ...overrides,
  });
  const waiting = async () => within(await screen.findByRole('region', { name: 'Waiting for you' }));

  beforeEach(() => {
    state.sessions = [booking('Depth', inHours(48), { offer: 'choose', calledOff: off() })];
    state.dashboard.decisions = [decided()];
  });

  test('waits on top, says why and offers what can become of it', async () => {
    await open();
    const top = await waiting();
    expect(top.getByText('Order Flow Live: Depth was cancelled by us')).toBeInTheDocument();
    expect(top.getByText(/: The mentor is ill\.$/)).toBeInTheDocument();
    expect(top.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Choose another session',
      'Take a credit',
      'Get a refund',
    ]);
    const row = await waitFor(() => article('Depth'));
    expect(row.getByText('Cancelled by us')).toBeInTheDocument();
    expect(row.queryByRole('button')).not.toBeInTheDocument();
    expect(row.queryByText(/^Join from/)).not.toBeInTheDocument();
    expect(row.queryByRole('link', { name: 'Add to calendar' })).not.toBeInTheDocument();
  });

  test('is moved', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Choose another session' }));
    expect(await dialog('Choose another session')).toHaveAccessibleDescription(
      'Depth was cancelled by us: The mentor is ill. Swapping is free.',
    );
    await screen.findByRole('radio', { name: /Tape/ });
    await userEvent.click(button('Confirm'));
    await isClosed();
    expect(mutationRequests()).toEqual([[`POST ${SWAP}`, { bookingId: 'b-Depth', sessionId: 's-Tape' }]]);
  });

  test('becomes a credit', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Take a credit' }));
    await dialog('Take a credit');
    expect(screen.getByText('This is not a refund. This cannot be undone.')).toBeInTheDocument();
    await userEvent.click(button('Confirm'));
    await isClosed();
    expect(mutationRequests()).toEqual([[`POST ${CANCEL}`, { bookingId: 'b-Depth' }]]);
  });

  test('is paid back, and what goes back when is said', async () => {
    refunds();
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Get a refund' }));
    expect(await dialog('Get a refund')).toHaveAccessibleDescription(/^Depth, .* was cancelled by us\.$/);
    await userEvent.click(button('Confirm'));
    await isClosed();
    const notice = await screen.findByText(
      'The full amount will be refunded to your original payment method. ₹588.82 will be refunded by Tue, 1 Dec 2026.',
    );
    await waitFor(() => expect(notice).toHaveFocus());
    expect(screen.queryByText(/was cancelled by us/)).not.toBeInTheDocument();
  });

  test('is paid back where it is a webinar, which cannot be moved', async () => {
    refunds();
    const choices = off({ choices: ['refund'] });
    const values = { kind: 'webinar', title: 'Budget night', programTitle: null, booking: null };
    state.dashboard.decisions = [decided({ _id: 'b-w', ...values, calledOff: choices })];
    await open();
    const top = await waiting();
    expect(top.getByText('Budget night was cancelled by us')).toBeInTheDocument();
    expect(top.getAllByRole('button')).toHaveLength(1);
    await userEvent.click(button('Get a refund', top));
    await dialog('Get a refund');
    await userEvent.click(button('Confirm'));
    await isClosed();
    expect(
      screen.getByText(/^The full amount will be refunded to your original payment method\./),
    ).toHaveAttribute('role', 'status');
  });

  test('and is not paid back any more says why', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Get a refund' }));
    await dialog('Get a refund');
    respondWithError(LINE, 409, { message: 'No money is owed for this.', code: 'not_refundable' });
    await userEvent.click(button('Confirm'));
    expect(await screen.findByRole('alert')).toHaveTextContent('No money is owed for this.');
  });
});

describe('a credit', () => {
  beforeEach(() => {
    state.sessions = [];
    state.credits = [credit('Lost')];
  });

  test('is used in two presses', async () => {
    const sessions = await open();
    const top = within(await screen.findByRole('region', { name: 'Waiting for you' }));
    expect(top.getByText(/^You have a credit for one session\. Use it by /)).toBeInTheDocument();
    expect(top.getByRole('link', { name: 'Choose a session' })).toHaveAttribute('href', '#credits');
    await userEvent.click(await screen.findByRole('button', { name: 'Reassign' }));
    expect(await dialog('Reassign session')).toHaveAccessibleDescription(
      /^A credit can be used once, .* by /,
    );
    await screen.findByRole('radio', { name: /Tape/ });
    await userEvent.click(button('Confirm'));
    await isClosed();
    expect(mutationRequests()).toEqual([[`POST ${ASSIGN}`, { bookingId: 'b-Lost', sessionId: 's-Tape' }]]);
    expect(await sessions.findByText(/^Used for Tape on /)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Reassign' })).not.toBeInTheDocument();
    await waitFor(() => expect(sessions.getByText(/^Your credit is used/)).toHaveFocus());
  });

  test('that has ended, or was used, cannot be', async () => {
    state.credits = [
      credit('Ended', { offer: 'creditExpired', creditEndsAt: '2026-01-31T18:29:00Z' }),
      credit('Used', {
        offer: 'creditUsed',
        assignedTo: 'b-x',
        assignedSession: session('Other', '2026-11-24T09:30:00Z'),
      }),
    ];
    await open();
    expect(await screen.findByText('Expired on Sat, 31 Jan 2026')).toBeInTheDocument();
    expect(screen.getByText('Used for Other on Tue 24 Nov')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Reassign' })).not.toBeInTheDocument();
  });
});
