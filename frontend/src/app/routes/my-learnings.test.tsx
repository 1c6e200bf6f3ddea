import { focusManager, onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter, useLocation } from 'react-router';
import type { OwnCourse } from '../../features/my-learnings/queries';
import { emptyDashboard } from '../../test/bookings';
import { completed, ended, ongoing, ownCourse } from '../../test/ownCourses';
import { member } from '../../test/users';
import MyLearnings from './my-learnings';

const BOOKED = '/api/course/booked/V1/course';
const DASHBOARD = '/api/dashboard';
const row = { name: 'my-learnings', path: '/my-learnings', title: 'My Learnings', module: 'my-learnings' };

const NONE = [
  '/api/learning/session-user',
  '/api/learning/bookedwebinarV1',
  '/api/mentorship/booked/mentorshipV1',
  '/api/learning/canceled/session-user',
  '/api/learning/waitlist',
].map((path) => http.get(path, () => HttpResponse.json({ data: [], totalCount: 0 })));

const NO_PRO = [
  http.get('/api/learnprosection/booked/V1/pro', () => HttpResponse.json({ data: [] })),
  http.get('/api/learnprosection/user/subscriptions/pro', () =>
    HttpResponse.json({ data: { subscriptions: [], pro: member().pro } }),
  ),
];

const server = setupServer(...NONE, ...NO_PRO);
const requests: string[] = [];
server.events.on('request:start', ({ request }) => {
  const { pathname, search } = new URL(request.url);
  requests.push(pathname + search);
});
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  requests.length = 0;
  localStorage.clear();
  respondWithCourses(many(3));
  respondWithContinueLearning();
});
afterEach(() => {
  server.resetHandlers();
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
});
afterAll(() => server.close());

const many = (count: number) => Array.from({ length: count }, (_, index) => ownCourse(index + 1));

/** A mock server with the same paginated bookings for every status. */
const respondWithCourses = (courses: OwnCourse[]) =>
  server.use(
    http.get(BOOKED, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const skip = Number(searchParams.get('skip'));
      return HttpResponse.json({ data: courses.slice(skip, skip + 10), totalCount: courses.length });
    }),
  );
const respondWithContinueLearning = (...courses: OwnCourse[]) =>
  server.use(
    http.get(DASHBOARD, () => HttpResponse.json({ data: { ...emptyDashboard, continueLearning: courses } })),
  );
const respondWithError = (path: string, status = 500) =>
  server.use(http.get(path, () => HttpResponse.json({ message: '' }, { status })));

function CurrentUrl() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

function open(search = '', { state = null, answers = [] }: { state?: unknown; answers?: unknown[] } = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  for (const [key, answer] of answers as [unknown[], unknown][]) queryClient.setQueryData(key, answer);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[{ pathname: '/my-learnings', search, state }]}>
        <MyLearnings row={row} />
        <CurrentUrl />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const courses = () => screen.getByRole('region', { name: 'Courses' });
const titles = () =>
  within(courses())
    .getAllByRole('heading', { level: 3 })
    .map((title) => title.textContent);
const filters = () => within(screen.getByRole('navigation', { name: 'Filter courses by progress' }));
const filter = (name: string) => filters().getByRole('link', { name });
const address = () => screen.getByLabelText('Address').textContent;
const card = (title: string) =>
  within(screen.getByRole('heading', { name: title }).closest('article') as HTMLElement);

describe('a member', () => {
  test('finds each course with how far they are, what comes next and whether it opens', async () => {
    respondWithCourses([
      ownCourse(1, ongoing(40, 'second')),
      ownCourse(2, completed),
      ownCourse(3, ended('2026-11-20T06:00:00Z')),
      ownCourse(4, { ...completed, certificateFrom: '2026-11-28T06:00:00Z' }),
    ]);
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'My Learnings' })).toBeInTheDocument();
    expect(await screen.findByText('4 courses')).toBeInTheDocument();
    const first = card('Course 1');
    expect(first.getByRole('progressbar', { name: 'Progress in Course 1' })).toHaveValue(40);
    expect(first.getByText('40% completed')).toBeInTheDocument();
    expect(first.getByText('Access until Sat, 6 Mar 2027')).toBeInTheDocument();
    expect(first.getByRole('link', { name: 'Continue Course 1' })).toHaveAttribute(
      'href',
      '/course/course-1/topic/second',
    );
    expect(card('Course 2').getByRole('link', { name: /^Review/ })).toHaveAttribute(
      'href',
      '/course/course-2/topic/first',
    );
    expect(card('Course 2').getByRole('link', { name: 'Certificate Course 2' })).toHaveAttribute(
      'href',
      '/course/course-2/completed',
    );
    expect(first.queryByRole('link', { name: /^Certificate/ })).not.toBeInTheDocument();
    expect(
      card('Course 4').getByRole('link', { name: 'Certificate from Sat 28 Nov, 11:30 AM Course 4' }),
    ).toHaveAttribute('href', '/course/course-4/completed');
    expect(card('Course 3').getByText('Access ended on Fri, 20 Nov 2026')).toBeInTheDocument();
    expect(card('Course 3').getByRole('link', { name: /^Go to course/ })).toHaveAttribute(
      'href',
      '/courses/course-3',
    );
  });

  test('finds what they were learning last on top', async () => {
    respondWithContinueLearning(ownCourse(7, ongoing(20, 'second')), ownCourse(8));
    open();
    const next = within(await screen.findByRole('region', { name: 'Continue where you left off' }));
    expect(next.getByRole('heading', { name: 'Course 7' })).toBeInTheDocument();
    expect(next.getByRole('link', { name: /^Continue/ })).toHaveAttribute(
      'href',
      '/course/course-7/topic/second',
    );
    await userEvent.click(next.getByRole('link', { name: /^Continue/ }));
    expect(localStorage.getItem('selectedCourse')).toBe('course-id-7');
  });

  test('finds what they bought on top until they begin it', async () => {
    respondWithContinueLearning(ownCourse(8));
    open();
    const next = within(await screen.findByRole('region', { name: 'Start your course' }));
    expect(next.getByRole('heading', { name: 'Course 8' })).toBeInTheDocument();
    expect(next.getByRole('link', { name: 'Start Course 8' })).toHaveAttribute(
      'href',
      '/course/course-8/topic/first',
    );
  });

  test('finds the way to the settings', async () => {
    open();
    await screen.findByText('3 courses');
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
  });

  test('who has begun nothing finds nothing there', async () => {
    open();
    await screen.findByText('3 courses');
    expect(screen.queryByText('Continue where you left off')).not.toBeInTheDocument();
  });

  test('asks for nothing that the page brought along', async () => {
    open('?status=ongoing', {
      answers: [
        [['dashboard'], { data: emptyDashboard }],
        [['pro', 'booked'], { data: [] }],
        [['pro', 'subscriptions'], { data: { subscriptions: [], pro: member().pro } }],
        ...['bookings', 'bookedWebinars', 'bookedMentorships'].map((kind) => [
          ['live', kind, { skip: 0, limit: 5 }],
          { data: [], totalCount: 0 },
        ]),
        ...['credits', 'waitlist'].map((kind) => [
          ['live', kind, { skip: 0, limit: 20 }],
          { data: [], totalCount: 0 },
        ]),
        [
          ['catalog', 'booked', { skip: 0, limit: 10, status: 'ongoing' }],
          { data: [ownCourse(5)], totalCount: 1 },
        ],
      ],
    });
    expect(screen.getByRole('heading', { name: 'Course 5' })).toBeInTheDocument();
    expect(screen.getByText('1 course')).toBeInTheDocument();
    await waitFor(() => expect(requests).toEqual([]));
  });
});

describe('the filter', () => {
  test('stands in the address', async () => {
    respondWithCourses(many(8));
    open();
    await screen.findByText('8 courses');
    expect(filter('All')).toHaveAttribute('aria-current', 'true');
    respondWithCourses([ownCourse(9, ongoing(30, 'second'))]);
    await userEvent.click(filter('Ongoing'));
    expect(await screen.findByText('1 course')).toBeInTheDocument();
    expect(titles()).toEqual(['Course 9']);
    expect(address()).toBe('/my-learnings?status=ongoing');
    expect(filter('Ongoing')).toHaveAttribute('aria-current', 'true');
    expect(filter('All')).not.toHaveAttribute('aria-current');
    expect(requests).toContain(`${BOOKED}?skip=0&limit=10&status=ongoing`);
    await userEvent.click(filter('All'));
    expect(address()).toBe('/my-learnings');
    expect(titles()).toHaveLength(8);
  });

  test.each([
    [7, 0],
    [8, 2],
  ])('of %d courses: %d rows of filters', async (count, rows) => {
    respondWithCourses(many(count));
    open();
    await screen.findByText(`${count} courses`);
    expect(screen.queryAllByRole('navigation', { name: /^Filter/ })).toHaveLength(rows);
  });

  test.each([
    ['Not started', 'notStarted', 'You have started all your courses.'],
    ['Ongoing', 'ongoing', 'You have no courses in progress.'],
    ['Completed', 'completed', "You haven't completed a course yet."],
  ])('%s without a course says so and leads back to all', async (name, status, text) => {
    respondWithCourses([]);
    open(`?status=${status}`);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(filter(name)).toHaveAttribute('aria-current', 'true');
    respondWithCourses(many(2));
    await userEvent.click(within(courses()).getByRole('link', { name: 'Show all' }));
    expect(await screen.findByText('2 courses')).toBeInTheDocument();
    expect(address()).toBe('/my-learnings');
  });

  test('that nobody knows asks for all', async () => {
    open('?status=lost');
    expect(await screen.findByText('3 courses')).toBeInTheDocument();
    expect(filter('All')).toHaveAttribute('aria-current', 'true');
  });

  test('is not there for who has no course, who is led to the courses', async () => {
    respondWithCourses([]);
    open();
    expect(await screen.findByRole('link', { name: 'Browse courses' })).toHaveAttribute('href', '/courses');
    expect(screen.queryByRole('navigation', { name: 'Filter courses by progress' })).not.toBeInTheDocument();
  });
});

describe('a long list', () => {
  test('comes ten at a time, and reading goes on at the first that came', async () => {
    respondWithCourses(many(25));
    open();
    expect(await screen.findByText('10 of 25 shown')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Course 11' })).toHaveFocus());
    expect(screen.getByText('20 of 25 shown')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Course 21' })).toHaveFocus());
    expect(titles()).toHaveLength(25);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  test('is as long as it was for who comes back, and leaves the focus alone', async () => {
    respondWithCourses(many(25));
    open('', { state: { pages: 2 } });
    expect(await screen.findByRole('link', { name: 'Course 20' })).toBeInTheDocument();
    expect(screen.getByText('20 of 25 shown')).toBeInTheDocument();
    expect(document.body).toHaveFocus();
  });

  test('starts again under another filter', async () => {
    respondWithCourses(many(25));
    open('', { state: { pages: 2 } });
    await screen.findByText('20 of 25 shown');
    await userEvent.click(filter('Not started'));
    expect(await screen.findByText('10 of 25 shown')).toBeInTheDocument();
  });

  test('says where it broke off and goes on from there', async () => {
    respondWithCourses(many(12));
    open();
    await screen.findByText('10 of 12 shown');
    respondWithError(BOOKED);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch courses');
    expect(titles()).toHaveLength(10);
    respondWithCourses(many(12));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Course 12' })).toBeInTheDocument();
  });
});

describe('what goes wrong', () => {
  test('is said, and can be tried again', async () => {
    server.use(http.get(BOOKED, () => HttpResponse.json({ message: 'Back in a minute.' }, { status: 503 })));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Back in a minute.');
    respondWithCourses(many(3));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('3 courses')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('with what stands on top does not take the courses along', async () => {
    respondWithError(DASHBOARD);
    open();
    expect(await screen.findByText('3 courses')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch your next step');
  });

  test('and is asked for again leaves what is there where it is', async () => {
    respondWithError(DASHBOARD);
    open();
    await screen.findByText('3 courses');
    server.use(
      http.get(DASHBOARD, async () => {
        await delay(100);
        return HttpResponse.json({
          data: { ...emptyDashboard, continueLearning: [ownCourse(7, ongoing(20, 'second'))] },
        });
      }),
    );
    act(() => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
    await waitFor(() => expect(requests.filter((path) => path === DASHBOARD)).toHaveLength(2));
    expect(screen.getByText('3 courses')).toBeInTheDocument();
    expect(await screen.findByRole('region', { name: 'Continue where you left off' })).toBeInTheDocument();
  });

  test('with the network is said, and ends by itself', async () => {
    onlineManager.setOnline(false);
    open();
    expect((await screen.findAllByText('No connection')).length).toBeGreaterThan(1);
    expect(requests).toEqual([]);
    act(() => onlineManager.setOnline(true));
    expect(await screen.findByText('3 courses')).toBeInTheDocument();
  });

  test('with the session is left to the login dialog', async () => {
    respondWithError(BOOKED, 401);
    open();
    await screen.findByRole('heading', { name: 'Courses' });
    await waitFor(() => expect(within(courses()).getByText('Loading')).toBeInTheDocument());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
