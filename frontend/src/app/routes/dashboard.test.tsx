import { onlineManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { accountKeys, type User } from '../../features/account/queries';
import type { OwnCourse, Week } from '../../features/my-learnings/queries';
import type { Order } from '../../features/orders/queries';
import { order } from '../../test/orders';
import { ongoing, ownCourse, weeks } from '../../test/ownCourses';
import { renderPage } from '../../test/renderPage';
import { member, onTrial, withPro } from '../../test/users';
import Dashboard from './dashboard';

const PATH = '/api/dashboard';
const row = { name: 'dashboard', path: '/dashboard', title: 'Dashboard', module: 'dashboard' };
const NONE = weeks();

const server = setupServer(
  http.get('/api/learning/waitlist', () => HttpResponse.json({ data: [], totalCount: 0 })),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => respondWith());
afterEach(() => {
  server.resetHandlers();
  onlineManager.setOnline(true);
});
afterAll(() => server.close());

const respondWith = (
  continueLearning: OwnCourse[] = [],
  minutesPerWeek: Week[] = NONE,
  receipts: Order[] = [],
  weeksInARow = 0,
) =>
  server.use(
    http.get(PATH, () =>
      HttpResponse.json({
        data: {
          hasStarted: continueLearning.some(({ status }) => status !== 'notStarted'),
          continueLearning,
          minutesPerWeek,
          weeksInARow,
          next: [],
          calendar: [],
          receipts,
        },
      }),
    ),
  );
const open = (user: User = member()) => renderPage(<Dashboard row={row} />, user);
const pro = () => within(screen.getByRole('region', { name: 'Pro' }));

test('a member is greeted by name', async () => {
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeInTheDocument();
  expect(screen.getByText('Welcome back, Ananya.')).toBeInTheDocument();
  await screen.findByRole('heading', { name: 'Continue learning' });
});

test('somebody without a name is greeted as well', async () => {
  open(member({ name: '' }));
  expect(screen.getByText('Welcome back.')).toBeInTheDocument();
  await screen.findByRole('heading', { name: 'Continue learning' });
});

test('what was begun leads on to where it was left', async () => {
  respondWith([ownCourse(1, ongoing(40, 'second')), ownCourse(2, ongoing(10, 'first'))]);
  open();
  const begun = within(await screen.findByRole('region', { name: 'Continue learning' }));
  expect(begun.getAllByRole('link', { name: /^Continue/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/course/course-1/topic/second',
    '/course/course-2/topic/first',
  ]);
  expect(begun.getByRole('link', { name: 'All your courses' })).toHaveAttribute('href', '/my-learnings');
});

test('what was bought and not begun is there to be started', async () => {
  respondWith([ownCourse(1, { title: 'Options' })]);
  open();
  const bought = within(await screen.findByRole('region', { name: 'Continue learning' }));
  expect(bought.getByRole('link', { name: 'Start Options' })).toHaveAttribute(
    'href',
    '/course/course-1/topic/first',
  );
  expect(bought.getByRole('link', { name: 'All your courses' })).toHaveAttribute('href', '/my-learnings');
});

test('who has begun nothing is led to the courses', async () => {
  open();
  const begun = within(await screen.findByRole('region', { name: 'Continue learning' }));
  expect(begun.getByText("You haven't started a course yet.")).toBeInTheDocument();
  expect(begun.getByRole('link', { name: 'Browse courses' })).toHaveAttribute('href', '/courses');
});

test('the minutes of each week can be read, empty weeks included', async () => {
  respondWith([], weeks(0, 20, 0, 0, 1, 0, 1250, 43));
  open();
  const minutes = within(await screen.findByRole('region', { name: 'Minutes learned' }));
  expect(minutes.getByRole('figure')).toHaveTextContent('43 minutes this week, 1,314 in the last 8 weeks.');
  expect(minutes.queryByText(/in a row/)).not.toBeInTheDocument();
  const table = minutes.getByRole('table', { name: 'Minutes learned per week, from Monday to Sunday' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((line) => line.textContent),
  ).toEqual([
    'Week of 28 Sep0 minutes',
    'Week of 5 Oct20 minutes',
    'Week of 12 Oct0 minutes',
    'Week of 19 Oct0 minutes',
    'Week of 26 Oct1 minute',
    'Week of 2 Nov0 minutes',
    'Week of 9 Nov1,250 minutes',
    'Week of 16 Nov43 minutes',
  ]);
});

test.each([
  [2, 'You have learned 2 weeks in a row.'],
  [51, 'You have learned 51 weeks in a row.'],
  [52, 'You have learned every week for a year.'],
])('weeks in a row are said, from two on: %d', async (inARow, text) => {
  respondWith([], weeks(0, 0, 0, 0, 0, 5, 5, 0), [], inARow);
  open();
  expect(await screen.findByText(text)).toBeVisible();
});

test('without a minute there are words instead of a chart', async () => {
  open();
  const minutes = within(await screen.findByRole('region', { name: 'Minutes learned' }));
  expect(minutes.getByText(/^No minutes learned in the last 8 weeks\./)).toBeInTheDocument();
  expect(minutes.queryByRole('table')).not.toBeInTheDocument();
});

describe('Pro', () => {
  test('that is active is named, and until when', () => {
    open(withPro());
    expect(pro().getByText('1 year')).toBeInTheDocument();
    expect(pro().getByText('Active until Sat, 28 Nov 2026')).toBeInTheDocument();
    expect(pro().queryByRole('link')).not.toBeInTheDocument();
  });

  test('without an end says so', () => {
    open(withPro({ endsAt: null }));
    expect(pro().getByText('Active, with no end date')).toBeInTheDocument();
  });

  test('on trial leads on to the plans', () => {
    open(onTrial());
    expect(pro().getByText('Free trial')).toBeInTheDocument();
    expect(pro().getByText('Active until Sat, 28 Nov 2026')).toBeInTheDocument();
    expect(pro().getByRole('link')).toHaveAttribute('href', '/pro');
  });

  test('that is not active is one calm link', () => {
    open(member());
    expect(pro().getByRole('link', { name: "See what's in Pro" })).toHaveAttribute('href', '/pro');
    expect(pro().queryByText(/^Active/)).not.toBeInTheDocument();
  });
});

test('the quick links lead on', async () => {
  open();
  const links = within(screen.getByRole('navigation', { name: 'Quick links' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['My Learnings', '/my-learnings'],
    ['Wish list', '/wish-list'],
    ['Settings', '/settings'],
    ['Orders and receipts', '/orders'],
  ]);
  await screen.findByRole('heading', { name: 'Continue learning' });
});

test('the latest receipts lead to their orders, and to all of them', async () => {
  respondWith([], NONE, [order({ _id: 'o1', title: 'Reading Charts', billTotal: 1180 })]);
  open();
  const section = within(await screen.findByRole('region', { name: 'Receipts' }));
  expect(section.getByRole('link', { name: 'Reading Charts' })).toHaveAttribute('href', '/orders?order=o1');
  expect(section.getByText('₹1,180.00')).toBeInTheDocument();
  expect(section.getByText('Paid')).toBeInTheDocument();
  expect(section.getByRole('link', { name: 'All receipts' })).toHaveAttribute('href', '/orders');
});

test('a fault is said in its place, and can be tried again', async () => {
  server.use(http.get(PATH, () => HttpResponse.json({}, { status: 500 })));
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch your courses');
  expect(pro().getByRole('link')).toBeInTheDocument();
  respondWith([ownCourse(1)]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Course 1' })).toBeInTheDocument();
});

test('without a network it waits and says so', async () => {
  onlineManager.setOnline(false);
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection');
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByRole('heading', { name: 'Continue learning' })).toBeInTheDocument();
});

test('the page stays as it was while a session that ended waits for the login', async () => {
  respondWith([ownCourse(1)]);
  const { queryClient } = open(withPro());
  await screen.findByRole('heading', { name: 'Course 1' });
  act(() => queryClient.setQueryData(accountKeys.user, null));
  expect(screen.getByText(/^Welcome back, Ananya\./)).toBeInTheDocument();
  expect(pro().getByText('1 year')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Course 1' })).toBeInTheDocument();
});
