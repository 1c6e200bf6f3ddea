import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { categories, course, courses, layoutServer, renderLayout } from '../../test/layoutPage';
import CoursesMenu from './CoursesMenu';

const { server, requests } = layoutServer();

const column = async (name: string) => within(await screen.findByRole('region', { name }));

test('asks for ten courses and the categories, once each', async () => {
  let body: unknown;
  server.use(
    http.post('/api/course/mobile', async ({ request }) => {
      body = await request.json();
      return HttpResponse.json({ courses: [course(1)], totalCount: 1 });
    }),
  );
  renderLayout(<CoursesMenu />);
  expect(screen.getByText('Loading courses')).toBeInTheDocument();
  await column('Trending Courses');
  expect(screen.queryByText('Loading courses')).not.toBeInTheDocument();
  expect(body).toEqual({ skip: 0, limit: 10 });
  expect(requests.sort()).toEqual(['/api/category', '/api/course/mobile']);
});

test('the first five courses are trending, the first two featured', async () => {
  server.use(courses([1, 2, 3, 4, 5, 6].map((number) => course(number, { isNew: number === 2 }))));
  renderLayout(<CoursesMenu />);
  const trending = await column('Trending Courses');
  expect(trending.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Course 1',
    'Course 2',
    'Course 3',
    'Course 4',
    'Course 5',
  ]);
  expect(trending.getByRole('link', { name: 'View All Courses' })).toHaveAttribute('href', '/courses');

  const featured = (await column('Featured')).getAllByRole('listitem');
  expect(featured).toHaveLength(2);
  const [first, second] = featured.map((item) => within(item));
  expect(first?.getByText('What course 1 teaches.')).toBeInTheDocument();
  expect(first?.queryByText('NEW')).not.toBeInTheDocument();
  expect(second?.getByText('NEW')).toBeInTheDocument();
  const link = second?.getByRole('link', { name: 'See courses' });
  expect(link).toHaveAttribute('href', '/courses/course-2');
  expect(link).toHaveAccessibleDescription('Course 2');
});

test('without courses the categories and the way to the list remain', async () => {
  server.use(categories([{ _id: 'k1', title: 'Options', icon: 'options' }]));
  renderLayout(<CoursesMenu />);
  const trending = await column('Trending Courses');
  expect(await trending.findByRole('link', { name: 'View All Courses' })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Options' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Featured' })).not.toBeInTheDocument();
});

test.each([
  ['Course 3', 'course-id-3'],
  ['See courses', 'course-id-1'],
])('pressing %s saves the course', async (name, id) => {
  server.use(courses([1, 2, 3].map((number) => course(number))));
  renderLayout(<CoursesMenu />);
  const [link] = await screen.findAllByRole('link', { name });
  if (link) await userEvent.click(link);
  expect(localStorage.getItem('selectedCourse')).toBe(id);
});

test('every category leads to its courses', async () => {
  server.use(
    categories([
      { _id: 'k1', title: 'Options & Futures', icon: 'options' },
      { _id: 'k2', title: 'बुनियादी', icon: 'something-new' },
    ]),
  );
  renderLayout(<CoursesMenu />);
  await userEvent.click(await screen.findByRole('link', { name: 'Options & Futures' }));
  expect(screen.getByLabelText('Address')).toHaveTextContent('/courses?category=Options%20%26%20Futures');
  expect(screen.getByRole('link', { name: 'बुनियादी' })).toHaveAttribute(
    'href',
    `/courses?category=${encodeURIComponent('बुनियादी')}`,
  );
});

test('a list that fails says so and can be asked for again', async () => {
  server.use(
    http.post('/api/course/mobile', () => HttpResponse.json(null, { status: 500 }), { once: true }),
    http.get('/api/category', () => HttpResponse.json({ message: 'Back in a minute' }, { status: 503 })),
    courses([course(1)]),
  );
  renderLayout(<CoursesMenu />);
  const trending = await column('Trending Courses');
  expect(trending.getByRole('alert')).toHaveTextContent('Failed to fetch courses');
  expect(await (await column('Top Categories')).findByText('Back in a minute')).toBeInTheDocument();
  await userEvent.click(trending.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Course 1' })).toBeInTheDocument();
});
