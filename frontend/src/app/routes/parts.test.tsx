import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { type ComponentType, Suspense } from 'react';
import { card } from '../../test/courses';
import { writePageData } from '../../test/layoutPage';
import { webinar } from '../../test/live';
import { section } from '../../test/pro';
import { renderPage } from '../../test/renderPage';
import { faqTopic, testimonial } from '../../test/testimonials';
import type { RouteRow } from '../routing/routeRow';
import Academy from './academy';
import Courses from './courses';
import Home from './home';
import LiveMentorships from './live-mentorships';
import LiveTrading from './live-trading';
import LiveWebinars from './live-webinars';
import Pro from './pro';

// Each part of a page fails alone, with its own text, and the rest of the page stays.
const LISTS = {
  '/api/learning/webinarV1': { data: [webinar()], totalCount: 1 },
  '/api/mentorship': { data: [], totalCount: 0 },
  '/api/learning/web/liveotp': { data: [], totalCount: 0 },
  '/api/category': { categories: [{ _id: 'k1', title: 'Market Basics', icon: '/icons/basics.svg' }] },
  '/api/course/mobile': { courses: [card(1)], totalCount: 1 },
  '/api/course/filter/V1/course': {
    data: { categories: [], levels: [], instructors: [], languages: [], prices: [] },
  },
  '/api/learnprosection/web': { data: section() },
  '/api/userreview': { reviews: [testimonial('Asha')] },
  '/api/faq': { data: [faqTopic('Courses and Webinar', 'alpha')] },
  '/api/academy': { data: { modules: [] } },
} as const;
type Path = keyof typeof LISTS;

const server = setupServer(
  ...Object.entries(LISTS).map(([path, body]) => http.all(path, () => HttpResponse.json(body))),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const PAGES: [name: string, Page: ComponentType<{ row: RouteRow }>, parts: [Path, text: string][]][] = [
  [
    'home',
    Home,
    [
      ['/api/learning/webinarV1', 'Failed to fetch webinars'],
      ['/api/category', 'Failed to fetch categories'],
      ['/api/course/mobile', 'Failed to fetch courses'],
      ['/api/learnprosection/web', 'Failed to fetch webinars'],
      ['/api/userreview', 'Failed to fetch reviews'],
      ['/api/faq', 'Failed to fetch FAQs'],
    ],
  ],
  [
    'pro',
    Pro,
    [
      ['/api/learnprosection/web', 'Failed to fetch webinars'],
      ['/api/userreview', 'Failed to fetch reviews'],
      ['/api/faq', 'Failed to fetch FAQs'],
    ],
  ],
  ['live-webinars', LiveWebinars, [['/api/learning/webinarV1', 'Failed to fetch webinars']]],
  ['live-mentorships', LiveMentorships, [['/api/mentorship', 'Failed to fetch webinars']]],
  ['live-trading', LiveTrading, [['/api/learning/web/liveotp', 'Failed to fetch webinars']]],
  [
    'courses',
    Courses,
    [
      ['/api/course/mobile', 'Failed to fetch courses'],
      ['/api/course/filter/V1/course', 'The filters could not be loaded.'],
    ],
  ],
  ['academy', Academy, [['/api/academy', 'Failed to fetch chapters']]],
];

async function open(name: string, Page: ComponentType<{ row: RouteRow }>) {
  document.body.innerHTML = '';
  writePageData();
  const row = { name, path: `/${name}`, title: 'The title', module: name };
  const { container } = renderPage(
    <Suspense>
      <Page row={row} />
    </Suspense>,
  );
  await waitFor(() => expect(container.querySelector('[aria-busy=true]')).toBeNull());
  return () => container.querySelectorAll('h1, h2, h3, article, li').length;
}

const CASES = PAGES.flatMap(([name, Page, parts]) =>
  parts.flatMap(([path, text]) => [
    { name, Page, path, text, failure: 'an internal error', isOffline: false },
    { name, Page, path, text, failure: 'no response', isOffline: true },
  ]),
);

test.each(CASES)('$name keeps the rest when $path gets $failure', async (page) => {
  server.use(
    http.all(page.path, () =>
      page.isOffline
        ? HttpResponse.error()
        : HttpResponse.json({ message: 'Something broke.', code: 'unexpected' }, { status: 500 }),
    ),
  );
  const count = await open(page.name, page.Page);

  const box = await screen.findByRole('alert');
  expect(within(box).getByText(page.text)).toBeInTheDocument();
  if (page.path !== '/api/course/filter/V1/course') {
    expect(within(box).queryByText('No connection') !== null).toBe(page.isOffline);
  }
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.queryByText('Unexpected Application Error!')).not.toBeInTheDocument();
  const before = count();
  server.resetHandlers();
  await userEvent.click(within(box).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(count()).toBeGreaterThanOrEqual(before);
});
