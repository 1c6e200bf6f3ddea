import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { accountKeys, type User } from '../../features/account/queries';
import type { BookedTime, LiveTradingDetail, ProgramSession } from '../../features/live/queries';
import { checkoutDialog, useCheckoutDialog } from '../../shared/stores/checkoutDialog';
import { writePageData } from '../../test/layoutPage';
import { program, programSession as session, sessionPlan } from '../../test/live';
import { loginServer } from '../../test/loginServer';
import { setServerTime } from '../../test/serverTime';
import { member } from '../../test/users';
import SelectSessions from './select-sessions';

const { server, requests } = loginServer();

// 21 November 2026, 3 PM in India.
const NOW = Date.parse('2026-11-21T09:30:00Z');
const PLANS = [sessionPlan(20, 299), sessionPlan(10, 374), sessionPlan(5, 425), sessionPlan(1, 499)];
const FIVE = [24, 25, 26, 27, 30].map((day) => session(`n${day}`, `2026-11-${day}T03:30:00Z`));
const row = { name: 'select-sessions', path: '', title: 'Select sessions', module: 'select-sessions' };

/** The program that the mock server returns; tests change it. */
let selected: LiveTradingDetail;
let plans = PLANS;
let taken: BookedTime[] = [];
let queryClient: QueryClient;

beforeEach(() => {
  jest.useFakeTimers({
    now: NOW,
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'queueMicrotask'],
  });
  plans = PLANS;
  taken = [];
  server.use(
    http.get('/api/learning/user/liveotp/web/:key', () => HttpResponse.json({ data: selected })),
    http.get('/api/learning/plan', () => HttpResponse.json({ data: plans })),
    http.get('/api/learning/booked-times', () => HttpResponse.json({ data: taken })),
  );
});
afterEach(() => {
  act(() => checkoutDialog.close());
  jest.useRealTimers();
});

async function open(sessions: ProgramSession[] = FIVE, user: User | null = null, serverTime = Date.now()) {
  writePageData();
  setServerTime(serverTime);
  selected = program(sessions);
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, user);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/select-sessions/opening-desk']}>
        <Suspense>
          <Routes>
            <Route path="/select-sessions/:liveTradingId" element={<SelectSessions row={row} />} />
          </Routes>
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Select sessions: Opening Desk' });
  await screen.findAllByText(/a session plus GST$|No plans available|Failed to/);
}

const day = (name: RegExp) => screen.getByRole('button', { name });
const summary = () => within(screen.getByRole('complementary', { name: 'Summary' }));
const chosen = () =>
  summary()
    .queryAllByRole('button', { name: /^Remove / })
    .map((button) => button.closest('li')?.querySelector('p')?.textContent);
const hostLine = () => summary().getByText('Meera Iyer').closest('p');
const proceed = () => summary().getByRole('button', { name: 'Proceed to Payment' });
const pick = async (...days: number[]) => {
  for (const number of days) await userEvent.click(day(new RegExp(`^${number} November`)));
};
const refetched = () => act(() => queryClient.invalidateQueries());

test('the summary says who hosts, with the initials where there is no portrait', async () => {
  await open();
  expect(hostLine()).toHaveTextContent(/^MIMeera Iyer$/);
});

describe('the calendar', () => {
  test('opens on the month of the first session that has not begun', async () => {
    await open([session('over', '2026-11-20T03:30:00Z'), session('d', '2026-12-01T03:30:00Z')]);
    expect(screen.getByRole('grid', { name: 'Dec-2026' })).toBeInTheDocument();
  });

  test('with a clock an hour fast opens on the month of a session that can still be booked', async () => {
    const starts = Date.parse('2026-11-30T18:15:00Z');
    jest.setSystemTime(starts + 45 * 60_000);
    await open(
      [session('late', new Date(starts).toISOString()), session('d', '2026-12-02T03:30:00Z')],
      null,
      starts - 15 * 60_000,
    );
    expect(screen.getByRole('grid', { name: 'Nov-2026' })).toBeInTheDocument();
    setServerTime(Date.now());
  });

  test('goes back to the current month and no further', async () => {
    await open([session('j', '2027-01-04T03:30:00Z')]);
    const back = screen.getByRole('button', { name: 'Previous month' });
    await userEvent.click(back);
    await userEvent.click(back);
    expect(screen.getByRole('grid', { name: 'Nov-2026' })).toBeInTheDocument();
    expect(back).toBeDisabled();
  });

  test('a month without sessions says so and leads to one with some', async () => {
    await open([session('j', '2027-01-04T03:30:00Z')]);
    await userEvent.click(screen.getByRole('button', { name: 'Previous month' }));
    expect(screen.getByText('No sessions in Dec-2026.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Go to Jan-2027' }));
    expect(screen.getByRole('grid', { name: 'Jan-2027' })).toBeInTheDocument();
  });

  test('a day says what is on it, and only an open one can be chosen', async () => {
    await open([
      session('past', '2026-11-20T03:30:00Z'),
      session('booked', '2026-11-23T03:30:00Z', { booked: true }),
      session('full', '2026-11-24T03:30:00Z', { full: true, seatsLeft: 0 }),
      session('a', '2026-11-25T03:30:00Z'),
      session('b', '2026-11-25T09:30:00Z'),
    ]);
    for (const [name, isShut] of [
      [/^20 November, Friday, ended: Session past at 9:00 AM/, true],
      [/^21 November, Saturday$/, true],
      [/^23 November, Monday, Booked Session booked at 9:00 AM/, true],
      [/^24 November, Tuesday, full: Session full at 9:00 AM/, true],
      [/^25 November, Wednesday, 2 sessions: Session a at 9:00 AM.* and Session b at 3:00 PM/, false],
    ] as const) {
      const found = day(name);
      if (isShut) expect(found).toHaveAttribute('aria-disabled', 'true');
      else expect(found).not.toHaveAttribute('aria-disabled');
      await userEvent.click(found);
    }
    expect(chosen()).toEqual(['Session a', 'Session b']);
    expect(day(/^21 /)).toHaveAttribute('aria-current', 'date');
    expect(within(day(/^23 /)).getByText('Booked')).toBeVisible();
    expect(within(day(/^24 /)).getByText('Full')).toBeVisible();
  });

  test('a session that is on has started, and has not ended', async () => {
    const running = { endDate: '2026-11-21T10:30:00Z' };
    await open([session('on', '2026-11-21T09:00:00Z', running), session('n24', '2026-11-24T03:30:00Z')]);
    expect(day(/^21 November, Saturday, started: Session on at 2:30 PM/)).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    expect(await screen.findByText('Started')).toBeInTheDocument();
    expect(screen.queryByText('Ended')).not.toBeInTheDocument();
  });

  test('a press puts the sessions of a day in, and another takes them out', async () => {
    await open();
    await pick(24);
    expect(day(/^24 /)).toHaveAttribute('aria-pressed', 'true');
    expect(chosen()).toEqual(['Session n24']);
    expect(summary().getByText('24 Nov 26')).toBeInTheDocument();
    expect(summary().getByText('9:00 AM')).toBeInTheDocument();
    await pick(24);
    expect(day(/^24 /)).toHaveAttribute('aria-pressed', 'false');
    expect(chosen()).toEqual([]);
  });

  test('a day with one booked and one open session is chosen for the open one', async () => {
    await open([
      session('mine', '2026-11-25T03:30:00Z', { booked: true }),
      session('other', '2026-11-25T09:30:00Z'),
    ]);
    await userEvent.click(day(/^25 November, Wednesday, Booked Session mine .* 1 session: Session other/));
    expect(chosen()).toEqual(['Session other']);
  });

  test('is worked with keys', async () => {
    await open();
    day(/^24 /).focus();
    await userEvent.keyboard('{Enter}{ArrowRight} {End}{Home}{ArrowDown}{Enter}');
    expect(day(/^30 /)).toHaveFocus();
    expect(chosen()).toEqual(['Session n24', 'Session n25', 'Session n30']);
    await userEvent.keyboard('{PageDown}');
    expect(screen.getByRole('grid', { name: 'Dec-2026' })).toBeInTheDocument();
    expect(day(/^30 December/)).toHaveFocus();
  });

  test('a session begins at midnight in India on the next day there', async () => {
    await open([session('late', '2026-11-30T18:29:59Z'), session('next', '2026-11-30T18:30:00Z')]);
    expect(day(/^30 November, Monday, 1 session: Session late at 11:59 PM/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
    expect(day(/^1 December, Tuesday, 1 session: Session next at 12:00 AM/)).toBeInTheDocument();
  });
});

describe('the list', () => {
  test('has a check box for each session of the month, and the same selection', async () => {
    await open([...FIVE, session('full', '2026-11-28T03:30:00Z', { full: true })]);
    await pick(24);
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    const boxes = within(await screen.findByRole('list', { name: 'Nov-2026' })).getAllByRole('checkbox');
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, ...Array(5).fill(false)]);
    expect(screen.getByRole('checkbox', { name: /^Session full/ })).toBeDisabled();
    await userEvent.click(
      screen.getByRole('checkbox', { name: /^Session n26 ?Thu, 26 Nov 2026, 9:00 AM – 10:30 AM/ }),
    );
    expect(chosen()).toEqual(['Session n24', 'Session n26']);
  });

  test('has a way into the line of a full session', async () => {
    const id = 'full';
    const waiting: object[] = [];
    server.use(
      http.get('/api/learning/waitlist', () => HttpResponse.json({ data: waiting, totalCount: 0 })),
      http.post('/api/learning/waitlist', async ({ request }) => {
        expect(await request.json()).toEqual({ kind: 'liveTrading', id });
        waiting.push({ id, place: 2, offeredUntil: null });
        return HttpResponse.json({ data: { place: 2, offeredUntil: null }, message: '' });
      }),
    );
    await open([...FIVE, session(id, '2026-11-28T03:30:00Z', { full: true })], member());
    expect(screen.getByText(/^Some sessions of this month are full\./)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    const join = await screen.findByRole('button', { name: 'Join the waiting list' });
    expect(join).toHaveAccessibleDescription('Session full');
    await userEvent.click(join);
    expect(await screen.findByText('You are 2nd in line')).toBeInTheDocument();
    expect(join).not.toBeInTheDocument();
  });

  test('is kept for whoever prefers it', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    cleanup();
    await open();
    expect(screen.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  });

  test('a part of a day is pressed as mixed on the calendar', async () => {
    await open([session('a', '2026-11-25T03:30:00Z'), session('b', '2026-11-25T09:30:00Z')]);
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Session b/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Calendar' }));
    expect(day(/^25 /)).toHaveAttribute('aria-pressed', 'mixed');
    await pick(25);
    expect(chosen()).toEqual(['Session a', 'Session b']);
  });
});

describe('the summary', () => {
  test('has nothing to pay for at first', async () => {
    await open();
    expect(summary().getByText('No sessions selected yet')).toBeInTheDocument();
    expect(summary().getByText('Pick dates from the calendar to get started')).toBeInTheDocument();
    expect(summary().getByText('Select at least one session to proceed')).toBeInTheDocument();
    expect(proceed()).toBeDisabled();
    expect(proceed()).toHaveAccessibleDescription('Select at least one session to proceed');
    expect(summary().queryByText(/You save/)).not.toBeInTheDocument();
  });

  test('picks the plan by the rule, and says what is saved', async () => {
    await open();
    expect(summary().getByText('15% OFF')).toBeInTheDocument();
    await pick(24);
    expect(summary().queryByText(/Discount Applied/)).not.toBeInTheDocument();
    expect(summary().queryByText(/You save/)).not.toBeInTheDocument();
    await pick(25, 26, 27, 30);
    expect(summary().getByText('Discount Applied for 5 Sessions')).toBeInTheDocument();
    expect(summary().getByText('15% off applied to 5 sessions')).toBeInTheDocument();
    expect(summary().getByText('You save ₹370 before GST')).toBeInTheDocument();
    expect(summary().getByText('5 sessions · ₹425 each plus GST (15% off)').parentElement).toHaveTextContent(
      /instead of ₹2,944\.10 ₹2,507\.50 incl\. 18% GST$/,
    );
    expect(summary().getByText(/^Swap or cancel for a credit until 4 hours before/)).toBeInTheDocument();
    expect(summary().queryByText(/separately/)).not.toBeInTheDocument();
  });

  test('without plans each session has its own price', async () => {
    plans = [];
    await open();
    expect(summary().getByText('No plans available')).toBeInTheDocument();
    await pick(24, 25);
    expect(summary().getByText('2 sessions · ₹499 each plus GST').parentElement).toHaveTextContent(
      /GST ₹1,177\.64 incl\. 18% GST$/,
    );
  });

  test('says when booking in several goes would cost less', async () => {
    plans = [sessionPlan(5, 425)];
    await open();
    await pick(24, 25);
    expect(await summary().findByText(/separately/)).toHaveTextContent(
      'Another mix would cost less. Booked separately, as 1 + 1 sessions, they would cost ₹148 less before GST. Each part is a payment of its own.',
    );
  });

  test('says how many more make each cheaper, and adds the next ones', async () => {
    plans = [sessionPlan(5, 425), sessionPlan(3, 450), sessionPlan(1, 499)];
    await open();
    await pick(25);
    expect(summary().getByText('Add 2 more and pay ₹450 each plus GST').parentElement).toHaveTextContent(
      '3 sessions cost ₹1,593 incl. GST.',
    );
    await userEvent.click(summary().getByRole('button', { name: 'Add the next 2' }));
    expect(chosen()).toEqual(['Session n24', 'Session n25', 'Session n26']);
    await userEvent.click(summary().getByRole('button', { name: 'Add the next 2' }));
    expect(chosen()).toHaveLength(5);
    expect(summary().queryByText(/^Add /)).not.toBeInTheDocument();
  });

  test('suggests nothing that cannot be booked', async () => {
    plans = [sessionPlan(3, 450), sessionPlan(1, 499)];
    await open([
      session('a', '2026-11-24T03:30:00Z'),
      session('b', '2026-11-25T03:30:00Z'),
      session('full', '2026-11-26T03:30:00Z', { full: true }),
      session('over', '2026-11-20T03:30:00Z'),
      session('booked', '2026-11-27T03:30:00Z', { booked: true }),
    ]);
    await pick(24);
    expect(summary().queryByText(/^Add /)).not.toBeInTheDocument();
  });

  test('plans that cannot be had say so and can be asked for again', async () => {
    server.use(http.get('/api/learning/plan', () => HttpResponse.json({}, { status: 500 })));
    await open();
    await pick(24);
    expect(summary().getByRole('alert')).toHaveTextContent('Failed to fetch webinars');
    expect(proceed()).toBeDisabled();
    server.use(http.get('/api/learning/plan', () => HttpResponse.json({ data: PLANS })));
    await userEvent.click(summary().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(proceed()).toBeEnabled());
  });

  test('takes one out, and all', async () => {
    await open();
    await pick(24, 25, 26);
    await userEvent.click(summary().getByRole('button', { name: 'Remove Session n25, 25 Nov 26' }));
    expect(chosen()).toEqual(['Session n24', 'Session n26']);
    await userEvent.click(summary().getByRole('button', { name: 'Clear all' }));
    expect(chosen()).toEqual([]);
  });

  test('opens the checkout with what was picked', async () => {
    await open();
    await pick(30, 24, 25, 26, 27);
    await userEvent.click(proceed());
    expect(useCheckoutDialog.getState().item).toEqual({
      kind: 'liveTrading',
      itemId: 'p1',
      sessionIds: ['n24', 'n25', 'n26', 'n27', 'n30'],
      title: 'Opening Desk',
      creator: 'Meera Iyer',
      image: '/covers/wide/1/1.svg',
      price: 2125,
      oldPrice: 2495,
      accessValidityInDays: 90,
      times: [24, 25, 26, 27, 30].map((day) => ({
        id: `n${day}`,
        start: `2026-11-${day}T03:30:00Z`,
        end: `2026-11-${day}T05:00:00.000Z`,
      })),
    });
    expect(window.dataLayer?.at(-1)).toEqual({ event: 'add_to_cart', item: 'Opening Desk' });
  });
});

describe('what is kept', () => {
  test('the selection outlives a reload, the program in view is the one that is saved', async () => {
    localStorage.setItem('selectedLiveTrading', 'another');
    await open();
    await pick(24, 26);
    cleanup();
    await open();
    expect(chosen()).toEqual(['Session n24', 'Session n26']);
    expect(localStorage.getItem('selectedLiveTrading')).toBe('p1');
    await userEvent.click(summary().getByRole('button', { name: 'Clear all' }));
    expect(localStorage.getItem('sessions:p1')).toBeNull();
  });

  test.each(['{"id":', '"text"', '[1, null, {"id": 3}]'])('what is broken is nothing: %s', async (stored) => {
    localStorage.setItem('sessions:p1', stored);
    await open();
    expect(chosen()).toEqual([]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('what was bought meanwhile is out without a word', async () => {
    await open();
    await pick(24, 25);
    selected = program(FIVE.map((one) => ({ ...one, booked: ['n24', 'n25'].includes(one._id) })));
    await refetched();
    await waitFor(() => expect(chosen()).toEqual([]));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(localStorage.getItem('sessions:p1')).toBeNull();
  });

  test('what filled up, was called off or moved is told, and told until it is read', async () => {
    await open();
    await pick(24, 25, 26, 27);
    const [, tuesday, , friday] = FIVE as [ProgramSession, ProgramSession, ProgramSession, ProgramSession];
    selected = program([
      { ...(FIVE[0] as ProgramSession), full: true },
      { ...tuesday, date: '2026-11-28T05:00:00Z' },
      friday,
    ]);
    await refetched();
    const alert = within(await screen.findByRole('alert', {}, { timeout: 5000 }));
    expect(alert.getAllByRole('listitem').map((item) => item.textContent?.replaceAll(' IST', ''))).toEqual([
      'Session n25 was moved from 25 Nov 26, 9:00 AM to 28 Nov 26, 10:30 AM.',
      'Session n24 on 24 Nov 26 is full, and was removed.',
      'Session n26 on 26 Nov 26 is no longer scheduled, and was removed.',
    ]);
    expect(chosen()).toEqual(['Session n27', 'Session n25']);
    await userEvent.click(alert.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(chosen()).toEqual(['Session n27', 'Session n25']);
  });
});

describe('a clash', () => {
  const CLASH = {
    _id: 'w1',
    kind: 'webinar' as const,
    title: 'Open House',
    start: '2026-11-24T04:30:00Z',
    end: '2026-11-24T06:00:00Z',
    meetingId: 'w1',
  };

  test('with what is booked is shown on the day and beside the session, and forbids nothing', async () => {
    taken = [CLASH];
    await open(FIVE, member());
    const clashing = await screen.findByRole('button', { name: /^24 .*clashes with Open House$/ });
    expect(within(clashing).getByText('Clash')).toBeVisible();
    await userEvent.click(clashing);
    expect(summary().getByText('Clashes with Open House')).toBeInTheDocument();
    expect(proceed()).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    expect(
      await screen.findByRole('checkbox', { name: /^Session n24.*Clashes with Open House$/ }),
    ).toBeEnabled();
  });

  test('of two picked sessions is shown beside both', async () => {
    await open([session('a', '2026-11-25T03:30:00Z'), session('b', '2026-11-25T04:30:00Z')]);
    await pick(25);
    expect(summary().getByText('Clashes with Session b')).toBeInTheDocument();
    expect(summary().getByText('Clashes with Session a')).toBeInTheDocument();
  });

  test('is not silently left out when the other bookings could not be loaded', async () => {
    server.use(http.get('/api/learning/booked-times', () => HttpResponse.json({}, { status: 500 })));
    await open(FIVE, member());
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(/^We could not load your other bookings/)).toBeInTheDocument();

    taken = [CLASH];
    server.use(http.get('/api/learning/booked-times', () => HttpResponse.json({ data: taken })));
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /^24 .*clashes with Open House$/ })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('is not asked about for visitors', async () => {
    await open();
    expect(requests.map(([path]) => path)).not.toContain('/api/learning/booked-times');
  });
});
