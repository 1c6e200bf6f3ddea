import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dayKey } from '../../shared/lib/dates';
import { bookingServer, calendarEntry, inHours, nextEvent } from '../../test/bookings';
import { renderPage } from '../../test/renderPage';
import { setServerTime } from '../../test/serverTime';
import { member } from '../../test/users';
import Dashboard from './dashboard';

const row = { name: 'dashboard', path: '/dashboard', title: 'Dashboard', module: 'dashboard' };
const ROOM = 'https://meet.example.in/room';
const { state } = bookingServer();

// The middle of a month, so that tomorrow is in the same month.
const NOON = '2036-06-17T06:30:00Z';
const on = (day: number, hour: number) => new Date(Date.UTC(2036, 5, day, hour - 5, -30)).toISOString();

const open = async () => {
  renderPage(<Dashboard row={row} />, member());
  return within(await screen.findByRole('region', { name: 'Your calendar' }));
};
const day = (name: RegExp) => screen.getByRole('button', { name });

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: new Date(NOON) });
  state.dashboard.calendar = [
    calendarEntry('Tape', on(18, 15), {
      _id: 'tape',
      programTitle: 'Order Flow Live',
      clashesWith: ['night'],
    }),
    calendarEntry('Night', on(18, 15), { _id: 'night', clashesWith: ['tape'] }),
    calendarEntry('Alone', on(20, 10), { _id: 'alone' }),
    ...[on(29, 19), '2036-07-14T13:30:00Z'].map((date, index) =>
      calendarEntry('Charts', date, {
        _id: 'charts',
        kind: 'mentorship',
        meetingId: `meeting-${index}`,
        meetingTitle: ['Trend', 'Range'][index] ?? null,
      }),
    ),
  ];
});
afterEach(() => jest.useRealTimers());

test('the calendar shows the next day with something on it, and says in words what clashes', async () => {
  const calendar = await open();
  const shown = within(
    calendar.getByRole('heading', { name: 'Wed, 18 Jun 2036' }).closest('section') as HTMLElement,
  );
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '3:00 PM – 4:00 PM ISTTapeOrder Flow Live, Meera IyerClash Clashes with Night, 3:00 PM – 4:00 PM',
    '3:00 PM – 4:00 PM ISTNightMeera IyerClash Clashes with Tape, 3:00 PM – 4:00 PM',
  ]);
  expect(day(/^18 ?June, Wednesday, ?Tape, 3:00 PM and Night, 3:00 PM \(clash\)$/)).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(day(/^17 ?June/)).toHaveAttribute('aria-current', 'date');
  expect(day(/^17 ?June/)).toHaveAttribute('aria-disabled', 'true');
});

test('another day is looked at by keys', async () => {
  const calendar = await open();
  day(/^18 ?June/).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(calendar.getByRole('heading', { name: 'Fri, 20 Jun 2036' })).toBeInTheDocument();
  expect(calendar.getByRole('link', { name: 'Alone' })).toHaveAttribute('href', '/live-webinars/w1');
  expect(calendar.queryByRole('link', { name: 'Tape' })).not.toBeInTheDocument();
});

test('the list says all of the month that the calendar does', async () => {
  const calendar = await open();
  await userEvent.click(calendar.getByRole('button', { name: 'List' }));
  expect(calendar.queryByRole('grid')).not.toBeInTheDocument();
  expect(calendar.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Wed, 18 Jun 2036',
    'Fri, 20 Jun 2036',
    'Sun, 29 Jun 2036',
  ]);
  expect(calendar.getByText('Trend, Meera Iyer')).toBeInTheDocument();
  await userEvent.click(calendar.getByRole('button', { name: 'Next month' }));
  expect(calendar.getByText('Jul-2036')).toBeInTheDocument();
  expect(calendar.getByRole('heading', { level: 3 })).toHaveTextContent('Mon, 14 Jul 2036');
  expect(calendar.getByText('Range, Meera Iyer')).toBeInTheDocument();
  expect(calendar.getByRole('button', { name: 'Next month' })).toBeDisabled();
});

test('opens on the month of the next booking, and a month without anything says so', async () => {
  state.dashboard.calendar = [calendarEntry('Later', '2036-08-18T09:30:00Z')];
  const calendar = await open();
  expect(calendar.getByRole('link', { name: 'Later' })).toBeInTheDocument();
  for (let month = 0; month < 2; month += 1)
    await userEvent.click(calendar.getByRole('button', { name: 'Previous month' }));
  expect(calendar.getByText('No bookings in Jun-2036.')).toBeInTheDocument();
  expect(calendar.getByRole('button', { name: 'Previous month' })).toBeDisabled();
});

test('who has booked nothing has no calendar', async () => {
  state.dashboard.calendar = [];
  renderPage(<Dashboard row={row} />, member());
  expect(await screen.findByRole('heading', { name: 'Minutes learned' })).toBeInTheDocument();
  expect(screen.queryByText('Your calendar')).not.toBeInTheDocument();
});

test('what is on stands on top and is joined from there, and from the calendar', async () => {
  const now = inHours(-0.1);
  const live = { status: 'live', offer: 'join', joinUrl: ROOM } as const;
  state.dashboard.next = [nextEvent('Tape', now, live), nextEvent('Other', inHours(2))];
  state.dashboard.calendar = [calendarEntry('Tape', now, live)];
  expect(dayKey(now)).toBe('2036-06-17');
  const calendar = await open();
  const top = within(screen.getByRole('region', { name: 'Live now' }));
  expect(top.getByRole('link', { name: 'Join Tape' })).toHaveAttribute('href', ROOM);
  expect(calendar.getByRole('link', { name: 'Join Tape' })).toHaveAttribute('href', ROOM);
});

test('the calendar opens on the month in which it is, whatever the clock of the device says', async () => {
  jest.setSystemTime(new Date('2036-06-30T18:00:00Z'));
  setServerTime('2036-06-30T19:00:00Z');
  const calendar = await open();
  expect(calendar.getByRole('grid', { name: 'Jul-2036' })).toBeInTheDocument();
  expect(day(/^1 ?July/)).toHaveAttribute('aria-current', 'date');
  setServerTime(Date.now());
});
