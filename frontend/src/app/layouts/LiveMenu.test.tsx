import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { layoutServer, mentorships, programs, renderLayout, session, webinars } from '../../test/layoutPage';
import LiveMenu from './LiveMenu';

const { server, requests } = layoutServer();

const START = Date.parse('2026-11-21T09:30:00Z');
const END = Date.parse('2026-11-21T11:00:00Z');
const SECOND = 1000;

const startAt = (datetime: number) => {
  jest.useFakeTimers({ now: datetime, doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  renderLayout(<LiveMenu />);
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
};
const tab = (name: string) => screen.getByRole('tab', { name });

afterEach(() => {
  jest.useRealTimers();
});

test('a list is fetched when its tab is first shown', async () => {
  const person = startAt(START);
  expect(within(screen.getByRole('tabpanel')).getByRole('status')).toBeInTheDocument();
  await screen.findByText('Live Webinar coming soon.');
  expect(within(screen.getByRole('tabpanel')).queryByRole('status')).not.toBeInTheDocument();
  expect(requests).toEqual(['/api/learning/webinarV1?skip=0&limit=50']);
  await person.click(tab('Mentorship Programs'));
  await screen.findByText('Live Mentorship coming soon.');
  expect(requests.slice(1)).toEqual(['/api/mentorship?skip=0&limit=50']);
  await person.hover(tab('Live Trading Programs'));
  await screen.findByText('Live Trading coming soon.');
  expect(requests.slice(2)).toEqual(['/api/learning/web/liveotp?skip=0&limit=50']);
});

test('arrow keys move between the tabs', async () => {
  const person = startAt(START);
  act(() => tab('Webinars').focus());
  await person.keyboard('{ArrowRight}');
  expect(tab('Mentorship Programs')).toHaveFocus();
  expect(tab('Mentorship Programs')).toHaveAttribute('aria-selected', 'true');
});

test('three webinars, with day and time in India, host and banner', async () => {
  const overnight = { webinarTime: '2026-11-21T13:00:00Z', webinarEndTime: '2026-11-21T21:00:00Z' };
  server.use(webinars([session(1), session(2, overnight), session(3), session(4)]));
  startAt(START - 60 * SECOND);
  const panel = within(screen.getByRole('tabpanel'));
  const cards = await panel.findAllByRole('listitem');
  expect(cards).toHaveLength(3);
  expect(cards[0]).toHaveTextContent('Event 1Sat, 21 Nov 20263:00 PM – 4:30 PM ISTKavita Rao');
  expect(cards[1]).toHaveTextContent('Event 2Sat, 21 Nov 20266:30 PM – 2:30 AM IST');
  expect(cards[0]?.querySelector('img')).toHaveAttribute('src', '/covers/square/200/1.svg');
  expect(panel.getByRole('link', { name: 'View All Webinars' })).toHaveAttribute('href', '/live-webinars');
});

test('a webinar is LIVE from its start until its end, and then gone', async () => {
  server.use(webinars([session(1)]));
  startAt(START - 30 * SECOND);
  await screen.findByRole('link', { name: 'Event 1' });
  expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(30 * SECOND));
  expect(screen.getByText('LIVE')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(END - START - 30 * SECOND));
  expect(screen.getByText('LIVE')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(30 * SECOND));
  expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
  expect(screen.getByText('Live Webinar coming soon.')).toBeInTheDocument();
});

test('a mentorship shows its mentor, its days, and LIVE while it runs', async () => {
  server.use(mentorships([session(1), session(2, { end_date: '2026-12-19T11:00:00Z' })]));
  const person = startAt(START + SECOND);
  await person.click(tab('Mentorship Programs'));
  const panel = within(screen.getByRole('tabpanel'));
  const [first, second] = await panel.findAllByRole('listitem');
  expect(first).toHaveTextContent('LIVEEvent 1Sat, 21 Nov 20263:00 PM – 4:30 PM ISTArjun Nair');
  expect(second).toHaveTextContent('Sat, 21 Nov 2026 – Sat, 19 Dec 2026');
  expect(panel.getByRole('link', { name: 'View All Mentorship Programs' })).toHaveAttribute(
    'href',
    '/live-mentorships',
  );
});

test('a mentorship is LIVE from the start of a meeting until its end', async () => {
  server.use(mentorships([session(1)]));
  const person = startAt(START - 30 * SECOND);
  await person.click(tab('Mentorship Programs'));
  await screen.findByRole('link', { name: 'Event 1' });
  expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(30 * SECOND));
  expect(screen.getByText('LIVE')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(END - START - 30 * SECOND));
  expect(screen.getByText('LIVE')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(30 * SECOND));
  expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
});

test('a trading program shows its first day onwards, and never LIVE', async () => {
  server.use(programs([session(1), session(2, { programSessions: [] })]));
  const person = startAt(Date.parse('2026-11-23T04:00:00Z'));
  await person.click(tab('Live Trading Programs'));
  const panel = within(screen.getByRole('tabpanel'));
  const [first, second] = await panel.findAllByRole('listitem');
  expect(first).toHaveTextContent('Event 1Mon, 23 Nov 2026 onwards9:00 AM – 10:30 AM ISTArjun Nair');
  expect(second).toHaveTextContent('Event 2Dates to be announcedArjun Nair');
  expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
  expect(panel.getByRole('link', { name: 'View All Live Trading Programs' })).toHaveAttribute(
    'href',
    '/live-trading',
  );
});

test.each([
  ['Webinars', 'selectedWebinar', '/live-webinars/event-7'],
  ['Mentorship Programs', 'selectedMentorship', '/live-mentorships/event-7'],
  ['Live Trading Programs', 'selectedLiveTrading', '/live-trading/event-7'],
])('an item of %s is saved as %s and opens its page', async (name, key, address) => {
  server.use(webinars([session(7)]), mentorships([session(7)]), programs([session(7)]));
  const person = startAt(START - SECOND);
  await person.click(tab(name));
  await person.click(await screen.findByRole('link', { name: 'Event 7' }));
  expect(localStorage.getItem(key)).toBe('id-7');
  expect(localStorage).toHaveLength(1);
  expect(screen.getByLabelText('Address')).toHaveTextContent(address);
});

test('a list that fails says so and can be asked for again', async () => {
  server.use(
    http.get('/api/learning/webinarV1', () => HttpResponse.json(null, { status: 500 }), { once: true }),
    webinars([session(1)]),
  );
  const person = startAt(START - SECOND);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch webinars');
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Event 1' })).toBeInTheDocument();
});
