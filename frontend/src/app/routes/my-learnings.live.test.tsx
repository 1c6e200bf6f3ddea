import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import {
  booking,
  bookingServer,
  calendarEntry,
  inHours,
  meeting,
  mentorship,
  nextEvent,
  webinar,
} from '../../test/bookings';
import { ongoing, ownCourse } from '../../test/ownCourses';
import MyLearnings from './my-learnings';

const row = { name: 'my-learnings', path: '/my-learnings', title: 'My Learnings', module: 'my-learnings' };
const ROOM = 'https://meet.example.in/room';
const JOIN = { offer: 'join', joinUrl: ROOM } as const;
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

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const article = async (name: string) => within(await screen.findByRole('article', { name }));
const regions = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const nav = (name: string) => within(screen.getByRole('navigation', { name }));

describe('somebody who has booked much', () => {
  beforeEach(() => {
    state.sessions = Array.from({ length: 12 }, (_, index) =>
      booking(`Day ${index + 1}`, inHours(24 * (index + 1))),
    );
    state.webinars = [webinar('Budget night', inHours(20))];
    state.mentorships = [mentorship('Charts', inHours(100))];
  });

  test('finds each kind with its number, and the first five of many', async () => {
    open();
    const sessions = await region('Sessions');
    expect(await sessions.findByText('12 sessions')).toBeInTheDocument();
    expect(sessions.getAllByRole('article')).toHaveLength(5);
    expect((await region('Webinars')).getByText('1 webinar')).toBeInTheDocument();
    expect((await region('Mentorships')).getByText('1 mentorship')).toBeInTheDocument();
    await userEvent.click(sessions.getByRole('link', { name: 'All sessions' }));
    expect(screen.getByLabelText('Address')).toHaveTextContent('?kind=sessions');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(10));
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Day 11' })).toHaveFocus());
    expect(screen.getAllByRole('article')).toHaveLength(12);
    expect(regions()).toEqual(['Sessions']);
  });

  test('filters by kind and by status, in the address', async () => {
    open();
    await region('Sessions');
    await userEvent.click(nav('Filter learnings by type').getByRole('link', { name: 'Webinars' }));
    await waitFor(() => expect(regions()).toEqual(['Webinars']));
    expect(nav('Filter learnings by type').getByRole('link', { name: 'Webinars' })).toHaveAttribute(
      'aria-current',
    );
    state.webinars = [];
    await userEvent.click(nav('Filter live bookings by status').getByRole('link', { name: 'Completed' }));
    expect(screen.getByLabelText('Address')).toHaveTextContent('?kind=webinars&status=completed');
    expect(await screen.findByText('No past webinars.')).toBeInTheDocument();
    expect(requests.at(-1)?.[0]).toBe('GET /api/learning/bookedwebinarV1?skip=0&limit=10&status=completed');
    await userEvent.click(screen.getByRole('link', { name: 'Show all' }));
    expect(screen.getByLabelText('Address')).toHaveTextContent('?kind=webinars');
  });

  test('is told where nothing stands as asked', async () => {
    open();
    await region('Sessions');
    state.sessions = [];
    state.webinars = [];
    state.mentorships = [];
    await userEvent.click(nav('Filter live bookings by status').getByRole('link', { name: 'Live' }));
    expect(await screen.findByText('No bookings match this filter.')).toBeInTheDocument();
  });
});

test('who has booked nothing live is shown the way, once', async () => {
  open();
  expect(await screen.findByText(/^No live bookings yet\./)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See live webinars' })).toHaveAttribute('href', '/live-webinars');
  expect(
    screen.queryByRole('navigation', { name: 'Filter live bookings by status' }),
  ).not.toBeInTheDocument();
});

test.each([
  ['sessions', 'See live trading programs', '/live-trading'],
  ['webinars', 'See live webinars', '/live-webinars'],
  ['mentorships', 'See live mentorships', '/live-mentorships'],
])('a kind without anything (%s) leads to where it is', async (kind, name, to) => {
  open(`?kind=${kind}`);
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to);
});

describe('a row', () => {
  test('says what, with whom, when, and what its owner should know', async () => {
    const starts = '2036-11-25T03:30:00Z';
    state.sessions = [booking('Tape', starts)];
    open();
    const tape = await article('Tape');
    expect(tape.getByRole('link', { name: 'Tape' })).toHaveAttribute('href', '/live-trading/order-flow-live');
    expect(tape.getByText('Order Flow Live, Arjun Deshmukh')).toBeInTheDocument();
    expect(tape.getByText('Tue, 25 Nov 2036')).toBeInTheDocument();
    expect(tape.getByText('9:00 AM – 10:30 AM')).toHaveTextContent('9:00 AM – 10:30 AM IST');
    expect(tape.getByText('Join from 8:45 AM')).toBeInTheDocument();
    expect(tape.getByText('Swap or cancel until Tue 25 Nov, 5:00 AM')).toBeInTheDocument();
    expect(tape.queryByRole('link', { name: 'Join' })).not.toBeInTheDocument();
  });

  test('that is on has its link and says LIVE', async () => {
    state.webinars = [webinar('Now', inHours(-0.5), { ...JOIN, status: 'live' })];
    open();
    const now = await article('Now');
    expect(now.getByText('LIVE')).toBeInTheDocument();
    expect(now.getByRole('link', { name: 'Join' })).toHaveAttribute('href', ROOM);
    expect(now.getByRole('link', { name: 'Join' })).toHaveAccessibleDescription('Now');
  });

  test('that is over has its recording, or says that there is none', async () => {
    state.webinars = [
      webinar('Kept', inHours(-5), {
        status: 'completed',
        offer: 'watch',
        recordingUrl: 'https://video.example.in/1',
      }),
      webinar('Lost', inHours(-9), { status: 'completed', offer: 'recordingPending' }),
    ];
    open();
    const kept = await article('Kept');
    expect(kept.getByRole('link', { name: 'Watch recording' })).toHaveAttribute('href', '/recordings/w-Kept');
    expect(kept.getByText('Completed')).toBeInTheDocument();
    expect((await article('Lost')).getByText('The recording is not available yet.')).toBeInTheDocument();
  });
});

describe('the room', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => {
    jest.useRealTimers();
    focusManager.setFocused(undefined);
  });

  test('opens without a reload when its minute comes', async () => {
    state.webinars = [webinar('Soon', inHours(0.5), { nextChangeAt: inHours(0.25) })];
    open();
    const soon = await article('Soon');
    expect(soon.queryByRole('link', { name: 'Join' })).not.toBeInTheDocument();
    const before = requests.length;
    state.webinars = [webinar('Soon', inHours(0.5), JOIN)];
    await act(() => jest.advanceTimersByTimeAsync(14 * 60_000));
    expect(requests).toHaveLength(before);
    await act(() => jest.advanceTimersByTimeAsync(62_000));
    expect(await soon.findByRole('link', { name: 'Join' })).toHaveAttribute('href', ROOM);
  });

  test('is asked for again while it should be open and is not', async () => {
    state.webinars = [webinar('Late', inHours(0.1), { offer: 'linkPending', nextChangeAt: inHours(0) })];
    open();
    const late = await article('Late');
    expect(late.getByText('The join link is not available yet')).toBeInTheDocument();
    state.webinars = [webinar('Late', inHours(0.1), JOIN)];
    await act(() => jest.advanceTimersByTimeAsync(16_000));
    expect(await late.findByRole('link', { name: 'Join' })).toBeInTheDocument();
  });
});

describe('what stands on top', () => {
  test('is what is live within a day, before the course', async () => {
    state.dashboard = {
      ...state.dashboard,
      continueLearning: [ownCourse(1)] as never,
      next: [nextEvent('Budget night', inHours(3))],
    };
    open();
    const next = await region('Up next');
    expect(next.getByRole('heading', { level: 3 })).toHaveTextContent('Budget night');
    expect(next.getByText(/^Join from /)).toBeInTheDocument();
    expect(screen.queryByText('Continue where you left off')).not.toBeInTheDocument();
  });

  test('is not repeated among what else is booked within seven days', async () => {
    const [first, second] = [inHours(3), inHours(30)];
    state.dashboard.next = [nextEvent('Budget night', first)];
    state.dashboard.calendar = [calendarEntry('Budget night', first), calendarEntry('Tape', second)];
    open();
    await region('Up next');
    const week = await region('Also in the next 7 days');
    expect(week.getAllByRole('link').map((link) => link.textContent)).toEqual(['Tape']);
  });

  test('is joined from there while it is on', async () => {
    state.dashboard.next = [nextEvent('Budget night', inHours(-0.2), { ...JOIN, status: 'live' })];
    open();
    const next = await region('Live now');
    expect(next.getByRole('link', { name: 'Join Budget night' })).toHaveAttribute('href', ROOM);
  });

  test('is the course where nothing live is near', async () => {
    const course = ownCourse(1, ongoing(20, 'second'));
    state.dashboard = {
      ...state.dashboard,
      continueLearning: [course] as never,
      next: [
        nextEvent('Course 1', inHours(0), { kind: 'course', startsAt: null, endsAt: null }),
        nextEvent('Later', inHours(50)),
      ],
    };
    open();
    expect(await region('Continue where you left off')).toBeTruthy();
  });
});

test('a list that does not come leaves the others alone and can be tried again', async () => {
  state.webinars = [webinar('Now', inHours(2))];
  respondWithError('/api/learning/session-user', 503, { message: 'Back in a minute.' });
  open();
  expect(await (await region('Sessions')).findByRole('alert')).toHaveTextContent('Back in a minute.');
  expect(await article('Now')).toBeTruthy();
  resetHandlers();
  state.sessions = [booking('Tape', inHours(24))];
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await article('Tape')).toBeTruthy();
});

test('what we moved is marked where it is now, of a mentorship once that meeting is next', async () => {
  const start = inHours(48);
  const moved = meeting('Moved', start, { isMoved: true });
  state.sessions = [
    booking('Tape', start, { meetings: [moved] }),
    booking('Over', inHours(-9), {
      status: 'completed',
      meetings: [meeting('Over', inHours(-9), { status: 'over', isMoved: true })],
    }),
  ];
  state.webinars = [webinar('Budget night', start, { meetings: [moved] }), webinar('Still', start)];
  state.mentorships = [
    mentorship('Charts', start, { meetings: [moved, meeting('Later', inHours(96))] }),
    mentorship('Ranges', start, {
      meetings: [meeting('Next', start), meeting('Later', inHours(96), { isMoved: true })],
    }),
  ];
  open();
  await region('Mentorships');
  const marked = (await screen.findAllByText('New time')).map((badge) => badge.closest('article'));
  expect(marked).toEqual(
    ['Tape', 'Budget night', 'Charts'].map((name) => screen.getByRole('article', { name })),
  );
});
