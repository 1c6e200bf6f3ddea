import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { accountKeys, type User } from '../../features/account/queries';
import type { MentorshipDetail, WebinarDetail } from '../../features/live/lib/event';
import { checkoutDialog, useCheckoutDialog } from '../../shared/stores/checkoutDialog';
import { loginDialog } from '../../shared/stores/loginDialog';
import { writePageData } from '../../test/layoutPage';
import { meeting, mentorship, program, programSession, sessionPlan, webinar } from '../../test/live';
import { loginServer } from '../../test/loginServer';
import { member } from '../../test/users';
import { LoginHost } from '../dialogs/LoginHost';
import LiveMentorship from './live-mentorship';
import LiveTradingProgram from './live-trading-program';
import LiveWebinar from './live-webinar';

const { server, requests } = loginServer();

// 21 November 2026, 3 PM in India.
const NOW = Date.parse('2026-11-21T09:30:00Z');
const CANCELLED = {
  status: 'cancelled',
  offer: 'cancelled',
  calledOff: { reason: 'The host is ill.' },
} as const;
const NOTHING = { status: 'over', offer: 'nothingPlanned' } as const;

/** What the mock server returns; tests change it. */
let shown: WebinarDetail;
let group: MentorshipDetail;
let desk = program([]);

beforeEach(() => {
  jest.useFakeTimers({
    now: NOW,
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'queueMicrotask'],
  });
  server.use(
    http.get('/api/learning/webwebinarV1/:key', () => HttpResponse.json({ data: shown })),
    http.get('/api/mentorship/users/:key', () => HttpResponse.json({ data: group })),
    http.get('/api/learning/user/liveotp/web/:key', () => HttpResponse.json({ data: desk })),
    http.get('/api/learning/booked-times', () => HttpResponse.json({ data: [] })),
    http.get('/api/learning/plan', () => HttpResponse.json({ data: [sessionPlan(5, 425)] })),
    http.post('/api/learning/bookfreewebinarV1', () => {
      shown = { ...shown, isBooked: true, offer: 'wait' };
      return HttpResponse.json({ data: shown, message: 'Your seat is booked.' });
    }),
  );
});
afterEach(() => {
  act(() => {
    loginDialog.close();
    checkoutDialog.close();
  });
  jest.useRealTimers();
});

async function open(at: string, user: User | null = null) {
  writePageData();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, user);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Suspense>
          <Routes>
            <Route path="/live-webinars/:webinarsId" element={<LiveWebinar />} />
            <Route path="/live-mentorships/:mentorshipId" element={<LiveMentorship />} />
            <Route path="/live-trading/:liveTradingId" element={<LiveTradingProgram />} />
          </Routes>
        </Suspense>
        <LoginHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 }, { timeout: 5000 });
}

const openWebinar = (overrides: Partial<WebinarDetail> = {}, user: User | null = null) => {
  shown = webinar(overrides);
  return open('/live-webinars/open-house', user);
};
const box = () => within(screen.getByRole('complementary', { name: 'Price and booking' }));
const button = (name: string) => box().getByRole('button', { name });
const posts = () => requests.filter(([path]) => path === '/api/learning/bookfreewebinarV1');

test.each(['/live-webinars/open-house', '/live-mentorships/group', '/live-trading/opening-desk'])(
  'who hosts has a face and a name in the box: %s',
  async (path) => {
    [shown, group, desk] = [webinar(), mentorship(), program([])];
    const image = '/media/portraits/meera.webp';
    shown.host = { ...shown.host, image };
    group.mentor_details = desk.mentor_details = shown.host;
    await open(path);
    const line = box().getByText('Meera Iyer').closest('p') as HTMLElement;
    expect(within(line).getByAltText('')).toHaveAttribute('src', image);
  },
);

describe('language and subject', () => {
  test.each(['/live-webinars', '/live-mentorships', '/live-trading'])('are on a page of %s', async (list) => {
    const about = { language: 'Hindi', category: 'Options and Futures' } as const;
    shown = webinar(about);
    group = mentorship(about);
    desk = { ...program([]), ...about };
    await open(`${list}/one`);

    expect(screen.getByText('Language: Hindi')).toBeInTheDocument();
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getByRole('link', { name: 'Options and Futures' })).toHaveAttribute(
      'href',
      `${list}?category=Options+and+Futures`,
    );
  });

  test('an event without a subject leads to its list alone', async () => {
    await openWebinar();
    expect(screen.getByText('Language: English')).toBeInTheDocument();
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getAllByRole('link')).toHaveLength(1);
  });
});

describe('a webinar', () => {
  test('says when, what, who and what one gets', async () => {
    await openWebinar();
    expect(screen.getByText('Tue, 24 Nov 2026')).toBeInTheDocument();
    expect(screen.getByText(/6:30 PM – 8:00 PM/)).toBeInTheDocument();
    const region = (name: string) => within(screen.getByRole('region', { name }));
    expect(region('What it covers').getAllByRole('listitem')).toHaveLength(2);
    expect(region('What you get').getByText(/1 hour 30 min with time for questions/)).toBeInTheDocument();
    expect(region('Your mentor').getByText('Meera Iyer')).toBeInTheDocument();
    expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
    expect(box().getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
      'href',
      '/api/live/webinar/open-house/calendar.ics',
    );
  });

  test('that is free is booked by a member, and says so', async () => {
    await openWebinar({}, member());
    await userEvent.click(button('Book for free'));
    expect(await box().findByText(/Your seat is booked/)).toHaveFocus();
    expect(box().getByText("You're booked")).toBeInTheDocument();
    expect(box().getByText(/The join link opens here on Tue 24 Nov, 6:15 PM IST/)).toBeInTheDocument();
    expect(posts()).toEqual([['/api/learning/bookfreewebinarV1', { id: 'w1' }]]);
    expect(box().queryByRole('button')).not.toBeInTheDocument();
  });

  test('that is free is booked by a visitor once they have logged in', async () => {
    await openWebinar();
    await userEvent.click(button('Book for free'));
    expect(posts()).toEqual([]);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Mobile number' }), '9876543210');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('textbox', { name: 'Digit 1' });
    await userEvent.keyboard('123456{Enter}');
    expect(await box().findByText(/Your seat is booked/)).toBeInTheDocument();
    expect(posts()).toHaveLength(1);
  });

  test('that is paid for opens the checkout', async () => {
    await openWebinar({ price: 499, markup_price: 999 });
    await userEvent.click(button('Book for ₹588.82'));
    expect(useCheckoutDialog.getState().item).toEqual({
      kind: 'webinar',
      itemId: 'w1',
      title: 'Open House',
      creator: 'Meera Iyer',
      image: '/covers/wide/1/1.svg',
      price: 499,
      oldPrice: 999,
      accessValidityInDays: null,
      date: '2026-11-24T13:00:00Z',
      endDate: '2026-11-24T14:30:00Z',
      times: [{ id: 'w1', start: '2026-11-24T13:00:00Z', end: '2026-11-24T14:30:00.000Z' }],
    });
    expect(box().getByText(/Pro members book free/)).toBeInTheDocument();
    expect(window.dataLayer?.at(-1)).toEqual({ event: 'add_to_cart', item: 'Open House' });
  });

  test('that Pro includes is booked with it, without a price', async () => {
    await openWebinar({ price: 499, offer: 'bookWithPro' }, member());
    expect(box().getByText('Free with your Pro')).toBeInTheDocument();
    await userEvent.click(button('Book with your Pro'));
    expect(await box().findByText(/Your seat is booked/)).toBeInTheDocument();
    expect(box().queryByText(/₹/)).not.toBeInTheDocument();
  });

  test('that filled up meanwhile says so in the server’s words, and shows how it stands', async () => {
    server.use(
      http.post('/api/learning/bookfreewebinarV1', () => {
        shown = { ...shown, offer: 'soldOut', fewSeatsLeft: null };
        return HttpResponse.json(
          { message: 'The last seat was just taken.', code: 'sold_out' },
          { status: 409 },
        );
      }),
    );
    await openWebinar({ fewSeatsLeft: 1 }, member());
    expect(box().getByText('1 seat left')).toBeInTheDocument();
    await userEvent.click(button('Book for free'));
    expect(await box().findByRole('alert')).toHaveTextContent('The last seat was just taken.');
    expect(box().getByText('All seats are taken')).toBeInTheDocument();
  });

  test('that is full can be waited for, after a login', async () => {
    const full = { offer: 'soldOut', waitlist: { canJoin: true, place: null, offeredUntil: null } } as const;
    server.use(
      http.post('/api/learning/waitlist', async ({ request }) => {
        expect(await request.json()).toEqual({ kind: 'webinar', id: 'w1' });
        shown = { ...shown, waitlist: { canJoin: false, place: 3, offeredUntil: null } };
        return HttpResponse.json({ data: { place: 3, offeredUntil: null }, message: '' });
      }),
      http.delete('/api/learning/waitlist', () => {
        shown = { ...shown, ...full };
        return HttpResponse.json({ message: '' });
      }),
    );
    await openWebinar(full, member());
    await userEvent.click(button('Join the waiting list'));
    expect(await box().findByText('All seats are taken. You are 3rd in line.')).toBeInTheDocument();
    expect(box().getByText(/we hold a seat for you for 30 minutes/)).toBeInTheDocument();
    await userEvent.click(button('Leave the waiting list'));
    expect(await box().findByRole('button', { name: 'Join the waiting list' })).toBeInTheDocument();
  });

  test('at the time of another booking says which, and can be booked all the same', async () => {
    const one = { id: 'x', kind: 'session', title: 'Gap and range', meetingId: 'x' };
    const time = { start: '2026-11-24T13:30:00Z', end: '2026-11-24T14:00:00Z' };
    server.use(
      http.get('/api/learning/booked-times', () =>
        HttpResponse.json({ data: [{ _id: 'x', ...one, ...time }] }),
      ),
    );
    await openWebinar({}, member());
    expect(await box().findByRole('note')).toHaveTextContent(
      'You already have Gap and range at this time (7:00 PM to 7:30 PM).',
    );
    expect(button('Book for free')).toBeEnabled();
  });

  test('of which a seat is held says until when, and can be booked', async () => {
    const waitlist = { canJoin: false, place: null, offeredUntil: '2026-11-21T11:00:00Z' };
    await openWebinar({ waitlist }, member());
    expect(box().getByText('A seat is held for you until 4:30 PM')).toBeInTheDocument();
    expect(button('Give the seat to the next person')).toBeInTheDocument();
    await userEvent.click(button('Book for free'));
    expect(await box().findByText(/^Your seat is booked\./)).toBeInTheDocument();
  });

  test.each([
    ['sold out', { offer: 'soldOut' }, 'All seats are taken'],
    ['over', { offer: 'ended', status: 'over' }, 'This webinar has ended'],
    ['called off', CANCELLED, 'Cancelled by us: The host is ill.'],
  ] as const)('that is %s leads to the others', async (_, overrides, testimonial) => {
    await openWebinar({ price: 499, ...overrides });
    expect(box().getByText(testimonial)).toBeInTheDocument();
    expect(box().getByRole('link', { name: "See what's coming up" })).toHaveAttribute(
      'href',
      '/live-webinars',
    );
    expect(box().queryByRole('button')).not.toBeInTheDocument();
    expect(box().queryByText(/₹/)).not.toBeInTheDocument();
  });

  test.each([
    [null, null],
    [5, '5 seats left'],
    [1, '1 seat left'],
  ])('with %p seats left says %p', async (fewSeatsLeft, testimonial) => {
    await openWebinar({ fewSeatsLeft });
    if (testimonial) expect(box().getByText(testimonial)).toBeInTheDocument();
    else expect(box().queryByText(/left/)).not.toBeInTheDocument();
  });

  test('that is on is LIVE, and who booked it joins', async () => {
    const live = { status: 'live', offer: 'join', joinUrl: 'https://meet.example.in/x' } as const;
    await openWebinar({ ...live, isBooked: true }, member());
    expect(box().getByText("You're booked")).toBeInTheDocument();
    expect(screen.getByText('LIVE')).toBeInTheDocument();
    expect(box().getByRole('link', { name: 'Join now' })).toHaveAttribute(
      'href',
      'https://meet.example.in/x',
    );
  });

  test('over, who booked it watches the recording', async () => {
    const over = { status: 'over', offer: 'watch', recordingUrl: 'https://video.example.in/x' } as const;
    await openWebinar({ ...over, isBooked: true }, member());
    expect(box().getByText('You booked this')).toBeInTheDocument();
    expect(box().queryByRole('link', { name: 'Add to calendar' })).not.toBeInTheDocument();
    expect(box().getByRole('link', { name: 'Watch recording' })).toHaveAttribute('href', '/recordings/w1');
  });
});

describe('a seat in a webinar', () => {
  test.each([
    ['linkPending', 'live', "You're booked", 'The join link will appear here once it is ready.'],
    ['recordingPending', 'over', 'You booked this', 'The recording will appear here once it is ready.'],
  ] as const)('with the offer %s says what is missing', async (offer, status, standing, note) => {
    await openWebinar({ isBooked: true, offer, status }, member());
    expect(box().getByText(standing)).toBeInTheDocument();
    expect(box().getByText(note)).toBeInTheDocument();
    expect(box().queryByText(/seats? left/)).not.toBeInTheDocument();
    expect(box().getByRole('link', { name: 'View in My Learnings' })).toBeInTheDocument();
  });

  test('that Pro gave leads to Pro once that has ended', async () => {
    await openWebinar({ isBooked: true, offer: 'proEnded' }, member());
    expect(box().getByText(/with Pro, which has ended/)).toBeInTheDocument();
    expect(box().getByRole('link', { name: 'See Pro plans' })).toHaveAttribute('href', '/pro');
  });

  test('that we cancelled leads to the choices of its owner', async () => {
    await openWebinar({ ...CANCELLED, isBooked: true, offer: 'choose' }, member());
    expect(box().getByText('Cancelled by us: The host is ill.')).toBeInTheDocument();
    expect(box().getByRole('link', { name: 'See your options' })).toHaveAttribute('href', '/my-learnings');
    expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
  });
});

describe('a mentorship', () => {
  test.each([
    ['13:30', 'A place in a small group that meets the mentor live, at the same time on every date.'],
    ['15:30', 'A place in a small group that meets the mentor live.'],
  ])(
    'with its second meeting at %s promises one time on every date only if it is one',
    async (time, text) => {
      const meetings = [
        meeting('a', '2036-06-17T13:30:00Z'),
        meeting('b', `2036-06-24T${time}:00Z`, { isMoved: true }),
        meeting('c', '2036-07-01T10:30:00Z', { status: 'cancelled' }),
      ];
      group = mentorship({ meetings });
      await open('/live-mentorships/chart-reading');
      expect(screen.getByText(text)).toBeInTheDocument();
    },
  );

  test('says how it meets, shows its meetings one by one, and is bought', async () => {
    group = mentorship({ capacity: 12, seatsLeft: 4 });
    await open('/live-mentorships/chart-reading', member());
    expect(screen.getByText(/^Tuesdays, 5 evenings/)).toHaveTextContent(
      /^Tuesdays, 5 evenings, 6:30 to 8 PM IST, from Tue 24 Nov, group of 12, 4 places left$/,
    );
    expect(
      box().getByText('No refund if you change your mind; a full refund if we cancel.', { exact: false }),
    ).toContainElement(box().getByRole('link', { name: 'Refund policy' }));
    expect(box().getByRole('link', { name: 'Add all to calendar' })).toHaveAttribute(
      'href',
      '/api/live/mentorship/chart-reading/calendar.ics',
    );
    const google = box().getByRole('link', { name: 'Add the next meeting to Google Calendar' });
    const { searchParams } = new URL(google.getAttribute('href') ?? '');
    expect(searchParams.get('text')).toBe('Chart Reading: Trend');
    expect(searchParams.get('dates')).toBe('20261124T130000Z/20261124T143000Z');
    expect(box().getByRole('link', { name: 'Add the next meeting to Outlook' })).toBeInTheDocument();
    const [first] = within(screen.getByRole('region', { name: 'Meetings' })).getAllByRole('listitem');
    expect(first).toHaveTextContent('TrendTue, 24 Nov 20266:30 PM – 8:00 PM');
    await userEvent.click(button('Book for ₹5,898.82'));
    expect(useCheckoutDialog.getState().item).toMatchObject({
      kind: 'mentorship',
      itemId: 'm1',
      price: 4999,
    });
  });

  test('without a price cannot be booked yet', async () => {
    group = mentorship({ price: 0, isFree: true, offer: 'notOpen' });
    await open('/live-mentorships/chart-reading');
    expect(box().getByText('Booking has not opened yet')).toBeInTheDocument();
    expect(box().queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('a program', () => {
  test('names six of its sessions and leads to the calendar', async () => {
    desk = program(
      Array.from({ length: 500 }, (_, number) =>
        programSession(`${number}`, new Date(NOW + (number - 1) * 43_200_000 + 1000).toISOString(), {
          booked: number === 2,
          full: number === 3,
        }),
      ),
      { fromPrice: 425 },
    );
    await open('/live-trading/opening-desk');
    const next = within(screen.getByRole('region', { name: 'Next sessions' }));
    expect(next.getAllByRole('listitem')).toHaveLength(6);
    expect(next.getByText('Session 2').closest('li')).toHaveTextContent('Booked');
    expect(next.getByText('Session 3').closest('li')).toHaveTextContent('Full');
    expect(next.getByText('And 493 more sessions on the calendar.')).toBeInTheDocument();
    await screen.findByText('15% OFF');
    expect(box().getByText('From').parentElement).toHaveTextContent('From ₹501.50');
    const select = box().getByRole('link', { name: 'Select sessions' });
    expect(select).toHaveAttribute('href', '/select-sessions/opening-desk');
    await userEvent.click(select);
    expect(localStorage.getItem('selectedLiveTrading')).toBe('p1');
  });

  test('with nothing ahead says so', async () => {
    desk = program([programSession('old', '2026-11-01T03:30:00Z')], NOTHING);
    await open('/live-trading/opening-desk');
    expect(screen.getByText('No sessions are scheduled right now.')).toBeInTheDocument();
    expect(box().queryByRole('link', { name: 'Select sessions' })).not.toBeInTheDocument();
    await waitFor(() => expect(box().getByText('No sessions scheduled yet')).toBeInTheDocument());
  });

  test.each([
    ['soldOut', 'All seats are taken'],
    ['allBooked', "You've booked all upcoming sessions"],
  ] as const)('with the offer %s says so and still shows its calendar', async (offer, words) => {
    desk = program([programSession('1', '2026-11-24T03:30:00Z')], { offer, status: 'live' });
    await open('/live-trading/opening-desk');
    expect(box().getByText(words)).toBeInTheDocument();
    expect(box().getByRole('link', { name: 'Select sessions' })).toBeInTheDocument();
    expect(box().queryByText(/₹/)).not.toBeInTheDocument();
    expect(screen.getByText('LIVE')).toBeInTheDocument();
  });
});
