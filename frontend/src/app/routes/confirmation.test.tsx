import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { accountKeys } from '../../features/account/queries';
import type { CalendarEntry, OwnCourse } from '../../features/my-learnings/queries';
import type { Order } from '../../features/orders/queries';
import { calendarEntry } from '../../test/bookings';
import { writePageData } from '../../test/layoutPage';
import { order, refund } from '../../test/orders';
import { ownCourse } from '../../test/ownCourses';
import { member } from '../../test/users';
import table from '../routes.json';
import Confirmation from './confirmation';

let courses: OwnCourse[];
let orders: Order[];
let events: CalendarEntry[];
const server = setupServer(
  http.get('/api/course/booked/V1/course', ({ request }) => {
    const limit = Number(new URL(request.url).searchParams.get('limit'));
    return HttpResponse.json({ data: courses.slice(0, limit), totalCount: courses.length });
  }),
  http.get('/api/orders', ({ request }) => {
    const { searchParams } = new URL(request.url);
    const found = orders.filter(({ kind }) => kind === searchParams.get('kind'));
    return HttpResponse.json({ data: found.slice(0, 1), totalCount: found.length });
  }),
  http.get('/api/confirmed', ({ request }) => {
    const { searchParams } = new URL(request.url);
    const orderId =
      searchParams.get('order') ?? orders.find(({ kind }) => kind === searchParams.get('kind'))?._id;
    return HttpResponse.json({ data: { orderId: orderId ?? null, events } });
  }),
  http.get('/api/orders/:id', ({ params }) =>
    HttpResponse.json({ data: orders.find(({ _id }) => _id === params.id) }),
  ),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  courses = [];
  orders = [];
  events = [];
});
afterAll(() => server.close());

async function open(name: string, search = '') {
  writePageData();
  const row = table.find((route) => route.name === name);
  if (!row) throw new Error(`There is no page ${name}.`);
  const path = row.path ?? `/${name}`;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, member());
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path + search]}>
        <Suspense>
          <Confirmation row={{ module: 'confirmation', ...row, path }} />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return (await screen.findByRole('heading', { level: 1 }, { timeout: 5000 })).textContent;
}

const receipt = () => screen.queryByRole('region', { name: /^Receipt/ });
const next = () => screen.queryByRole('region', { name: 'What happens next' });

describe('a course', () => {
  test('that was bought is confirmed with where to begin and its receipt', async () => {
    courses = [ownCourse(1, { _id: 'c1' })];
    orders = [order()];
    expect(await open('course-confirmation')).toBe('Enrolment confirmed');
    expect(screen.getByRole('link', { name: /^Start/ })).toBeInTheDocument();
    expect(next()).toHaveTextContent('My Learnings');
    expect(receipt()).toHaveTextContent('Total₹1,768.82');
  });

  test('that cost nothing has no receipt, whatever was bought before it', async () => {
    courses = [ownCourse(2)];
    orders = [order()];
    await open('course-confirmation');
    expect(screen.getByRole('heading', { name: 'Course 2' })).toBeInTheDocument();
    expect(screen.getByText('This was free, so there is no receipt.')).toBeInTheDocument();
    expect(receipt()).not.toBeInTheDocument();
  });

  test('that is named by its order is shown, whatever came later', async () => {
    courses = [ownCourse(2)];
    orders = [order()];
    expect(await open('course-confirmation', '?order=o1')).toBe('Enrolment confirmed');
    expect(screen.getByRole('heading', { level: 2, name: 'Course 1' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to course' })).toHaveAttribute('href', '/courses/course-1');
    expect(screen.queryByText('Course 2')).not.toBeInTheDocument();
  });

  test('is not there for who has none', async () => {
    expect(await open('course-confirmation')).toBe('Nothing here yet');
    expect(screen.getByRole('link', { name: 'Browse courses' })).toHaveAttribute('href', '/courses');
  });
});

test.each([
  ['webinar-confirmation', 'webinar', 'Webinar booked'],
  ['mentorship-confirmation', 'mentorship', 'Mentorship booked'],
  ['live-trading-confirmation', 'liveTrading', 'Sessions booked'],
])('%s confirms the latest %s', async (name, kind, heading) => {
  orders = [order({ kind, title: 'Reading the tape', image: null }), order({ _id: 'o2' })];
  expect(await open(name)).toBe(heading);
  expect(screen.getByRole('heading', { level: 2, name: 'Reading the tape' })).toBeInTheDocument();
  expect(next()).toHaveTextContent('The join link appears in My Learnings');
  expect(receipt()).toBeInTheDocument();
});

test.each([
  ['webinar-confirmation', '/live-webinars'],
  ['mentorship-confirmation', '/live-mentorships'],
  ['live-trading-confirmation', '/live-trading'],
])('%s with nothing to confirm leads to %s', async (name, to) => {
  expect(await open(name)).toBe('Nothing here yet');
  expect(screen.getByRole('link')).toHaveAttribute('href', to);
});

test.each([
  ['checking', 'We are checking your payment'],
  ['refunded', 'This order was refunded'],
  ['expired', 'This order was not paid'],
] as const)('an order that is %s promises nothing', async (status, heading) => {
  orders = [order({ status, refunds: status === 'refunded' ? [refund()] : [] })];
  expect(await open('course-confirmation', '?order=o1')).toBe(heading);
  expect(next()).not.toBeInTheDocument();
  expect(receipt()).toBeInTheDocument();
});

test('what was booked stands there with its times and a file for the calendar of each', async () => {
  orders = [order({ kind: 'liveTrading', title: 'Order Flow Live', image: null })];
  events = ['Tape', 'Depth'].map((title, index) =>
    calendarEntry(title, `2026-11-2${4 + index}T09:30:00Z`, {
      _id: `b${index}`,
      meetingId: `m${index}`,
      kind: 'session',
    }),
  );
  expect(await open('live-trading-confirmation', '?order=o1')).toBe('Sessions booked');
  const booked = within(screen.getByRole('region', { name: 'What you booked' }));
  expect(booked.getAllByRole('article')).toHaveLength(2);
  const tape = within(booked.getByRole('article', { name: 'Tape' }));
  expect(tape.getByText('Tue, 24 Nov 2026')).toBeInTheDocument();
  expect(tape.getByText(/^3:00 PM – 4:00 PM/)).toBeInTheDocument();
  const file = tape.getByRole('link', { name: 'Add to calendar' });
  expect(file).toHaveAttribute('href', '/api/learning/session-user/b0/calendar.ics');
  expect(file).toHaveAttribute('download');
  const google = tape.getByRole('link', { name: 'Add to Google Calendar' }).getAttribute('href') ?? '';
  expect(new URL(google).searchParams.get('dates')).toBe('20261124T093000Z/20261124T103000Z');
  const outlook = tape.getByRole('link', { name: 'Add to Outlook' }).getAttribute('href') ?? '';
  expect(new URL(outlook).searchParams.get('startdt')).toBe('2026-11-24T09:30:00Z');
  const all = booked.getByRole('link', { name: 'Add all 2 to calendar' });
  expect(all).toHaveAttribute('href', '/api/orders/o1/calendar.ics');
});

const meetings = () =>
  ['Trend', 'Range'].map((meetingTitle, index) =>
    calendarEntry('Chart reading', `2026-12-${index ? '13' : '06'}T05:30:00Z`, {
      ...{ _id: 'b1', itemId: 'm1', meetingId: `meeting-${index}`, kind: 'mentorship', meetingTitle },
    }),
  );

test('all meetings of a mentorship stand there, with one file for all', async () => {
  orders = [order({ kind: 'mentorship', title: 'Chart reading', image: null })];
  events = meetings();
  await open('mentorship-confirmation', '?order=o1');
  const booked = within(screen.getByRole('region', { name: 'What you booked' }));
  const rows = booked.getAllByRole('article');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Sun, 6 Dec 2026.*Trend/),
    expect.stringMatching(/^Sun, 13 Dec 2026.*Range/),
  ]);
  expect(booked.queryByRole('link', { name: 'Add to calendar' })).not.toBeInTheDocument();
  const all = booked.getByRole('link', { name: 'Add all 2 to calendar' });
  expect(all).toHaveAttribute('href', '/api/orders/o1/calendar.ics');
  const google = within(rows[1] as HTMLElement).getByRole('link', { name: 'Add to Google Calendar' });
  const { searchParams } = new URL(google.getAttribute('href') ?? '');
  expect(searchParams.get('text')).toBe('Chart reading: Range');
  expect(searchParams.get('dates')).toBe('20261213T053000Z/20261213T063000Z');
});

test('a meeting that is over goes into no calendar', async () => {
  orders = [order({ kind: 'mentorship', title: 'Chart reading', image: null })];
  events = meetings().map((event, index) => ({ ...event, status: index ? 'upcoming' : 'completed' }));
  await open('mentorship-confirmation', '?order=o1');
  const booked = within(screen.getByRole('region', { name: 'What you booked' }));
  const [over, ahead] = booked.getAllByRole('article') as [HTMLElement, HTMLElement];
  expect(within(over).queryByRole('link', { name: /^Add to/ })).not.toBeInTheDocument();
  expect(within(ahead).getAllByRole('link', { name: /^Add to/ })).toHaveLength(2);
});

test('without an order the file of a mentorship has all of it', async () => {
  events = meetings();
  await open('mentorship-confirmation');
  const all = screen.getByRole('link', { name: 'Add all 2 to calendar' });
  expect(all).toHaveAttribute('href', '/api/live/mentorship/m1/calendar.ics');
});

test('a webinar that cost nothing is confirmed without a receipt', async () => {
  events = [calendarEntry('Budget night', '2026-11-24T09:30:00Z', { itemId: 'w1' })];
  expect(await open('webinar-confirmation')).toBe('Webinar booked');
  expect(screen.getByRole('article', { name: 'Budget night' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
    'href',
    '/api/live/webinar/w1/calendar.ics',
  );
  expect(screen.getByText('This was free, so there is no receipt.')).toBeInTheDocument();
  expect(receipt()).not.toBeInTheDocument();
});
