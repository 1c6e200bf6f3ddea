import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { Found } from '../../features/search/queries';
import { layoutServer, renderLayout, writePageData } from '../../test/layoutPage';
import { Header } from './Header';

const { server } = layoutServer();
const requests: string[] = [];

const NOTHING: Found = {
  data: [],
  totalCount: 0,
  partial: false,
  filter: null,
  didYouMean: null,
  suggestions: [],
};

const NO_FACTS = {
  startsAt: null,
  startTime: null,
  price: null,
  level: null,
  language: null,
  teacher: null,
};

const FOUND: Found = {
  ...NOTHING,
  data: [
    {
      kind: 'course',
      title: 'Courses',
      items: [
        {
          ...NO_FACTS,
          _id: 'c',
          title: 'Candles',
          path: '/courses/candles',
          about: 'Meera Iyer',
          price: 0,
          level: 'Beginner',
          language: 'Hindi',
        },
      ],
      totalCount: 7,
    },
    {
      kind: 'webinar',
      title: 'Webinars',
      items: [
        {
          _id: 'w',
          title: 'Candles tonight',
          path: '/live-webinars/tonight',
          ...NO_FACTS,
          about: 'With Meera Iyer',
          startsAt: '2026-11-28T13:00:00Z',
          startTime: '6:30 PM',
          price: 499,
          language: 'English',
        },
      ],
      totalCount: 1,
    },
  ],
  totalCount: 8,
};

const respondWithResults = (results: Found) =>
  server.use(
    http.get('/api/search', ({ request }) => {
      requests.push(new URL(request.url).searchParams.get('q') ?? '');
      return HttpResponse.json(results);
    }),
  );

beforeEach(() => {
  writePageData();
  requests.length = 0;
});

const open = async (at = '/') => {
  renderLayout(<Header />, { user: null, at });
  const button = screen.getByRole('button', { name: 'Search' });
  await userEvent.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Search' }));
  const box = dialog.getByRole('searchbox', {
    name: 'Search courses, live sessions, the academy and the FAQ',
  });
  return { button, dialog, box };
};

test('asks once for what was typed and shows it kind by kind', async () => {
  respondWithResults(FOUND);
  const { dialog, box } = await open();
  expect(box).toHaveFocus();
  expect(dialog.getByText('Search for what you want to learn.')).toBeInTheDocument();

  await userEvent.type(box, 'candles ');

  expect(await dialog.findByText('8 results')).toHaveAttribute('role', 'status');
  expect(requests).toEqual(['candles']);
  const courses = within(dialog.getByRole('region', { name: 'Courses' }));
  expect(courses.getByRole('link')).toHaveAttribute('href', '/courses/candles');
  expect(courses.getByRole('link')).toHaveTextContent('CandlesMeera Iyer · Free · Beginner · Hindi');
  expect(dialog.queryByText(/^Closest/)).not.toBeInTheDocument();
  expect(courses.getByText('and 6 more')).toBeInTheDocument();
  const webinars = within(dialog.getByRole('region', { name: 'Webinars' }));
  expect(webinars.getByRole('link')).toHaveTextContent(
    'Candles tonightSat, 28 Nov 2026, 6:30 PM IST. With Meera Iyer · English',
  );
  expect(webinars.queryByText(/more/)).not.toBeInTheDocument();
});

test('goes through what was found with the arrow keys, and closes with the page that was chosen', async () => {
  respondWithResults(FOUND);
  const { dialog, box } = await open();
  await userEvent.type(box, 'candles');
  await dialog.findByText('8 results');
  const [first, second] = dialog.getAllByRole('link');

  await userEvent.keyboard('{ArrowDown}');
  expect(first).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(second).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(box).toHaveFocus();

  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test.each(['/courses', '/', '/#faq-1', '/#faq-2'])('leads from %s to a question of the FAQ', async (at) => {
  const hit = {
    _id: '1',
    title: 'Where is my invoice?',
    path: '/#faq-1',
    about: 'Payments and refunds',
    ...NO_FACTS,
  };
  respondWithResults({
    ...NOTHING,
    data: [{ kind: 'faq', title: 'FAQ', items: [hit], totalCount: 1 }],
    totalCount: 1,
  });
  const { dialog, box } = await open(at);
  await userEvent.type(box, 'invoice');
  const answers = within(await dialog.findByRole('region', { name: 'FAQ' }));
  const link = answers.getByRole('link', { name: 'Where is my invoice? Payments and refunds' });
  expect(link).toHaveAttribute('href', '/#faq-1');

  await userEvent.click(link);

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/#faq-1$/);
});

test('says when nothing has all words', async () => {
  respondWithResults({ ...FOUND, partial: true });
  const { dialog, box } = await open();
  await userEvent.type(box, 'candles xyzzyx');
  expect(await dialog.findByText('Closest results:')).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: /^Candles Meera/ })).toBeInTheDocument();
});

test('says when nothing fits, and what to do', async () => {
  respondWithResults(NOTHING);
  const { dialog, box } = await open();
  await userEvent.type(box, 'xyz');
  expect(await dialog.findByText('No results for “xyz”. Try another word.')).toBeInTheDocument();
});

test('offers another spelling beside what has some of the words', async () => {
  respondWithResults({ ...FOUND, partial: true, didYouMean: 'options' });
  const { dialog, box } = await open();
  await userEvent.type(box, 'xyzzy options');
  expect(await dialog.findByText('Closest results:')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'options' })).toBeInTheDocument();
  expect(dialog.queryByRole('region', { name: 'Courses you may like' })).not.toBeInTheDocument();
});

test('offers another spelling and courses where nothing fits', async () => {
  const hit = { _id: 'c', title: 'Hedging', path: '/courses/hedging', about: 'Arjun', ...NO_FACTS };
  respondWithResults({ ...NOTHING, didYouMean: 'options', suggestions: [hit] });
  const { dialog, box } = await open();
  await userEvent.type(box, 'xyzzy options');
  await dialog.findByText('No results for “xyzzy options”. Try another word.');
  const courses = within(dialog.getByRole('region', { name: 'Courses you may like' }));
  expect(courses.getByRole('link', { name: 'Hedging Arjun' })).toHaveAttribute('href', '/courses/hedging');

  await userEvent.keyboard('{ArrowDown}');
  const spelling = dialog.getByRole('button', { name: 'options' });
  expect(spelling).toHaveFocus();
  respondWithResults(FOUND);
  await userEvent.click(spelling);

  expect(await dialog.findByText('8 results')).toBeInTheDocument();
  expect(box).toHaveValue('options');
  expect(box).toHaveFocus();
  expect(requests.at(-1)).toBe('options');
});

test.each([
  [{}, 'Hindi courses (3)'],
  [{ price: 'free' as const, search: 'options', count: 1 }, 'Free Hindi courses for “options” (1)'],
])('offers the filtered list that the words name', async (offer, name) => {
  const filter = {
    title: 'Hindi courses',
    path: '/courses?language=Hindi',
    price: null,
    levels: [],
    languages: ['Hindi'],
    search: '',
    count: 3,
    ...offer,
  };
  respondWithResults({ ...FOUND, filter });
  const { dialog, box } = await open();
  await userEvent.type(box, 'hindi');
  const section = within(await dialog.findByRole('region', { name: 'Filter' }));
  expect(section.getByRole('link', { name })).toHaveAttribute('href', '/courses?language=Hindi');
  await userEvent.keyboard('{ArrowDown}');
  expect(section.getByRole('link')).toHaveFocus();
});

test('can be tried again after a failure', async () => {
  server.use(http.get('/api/search', () => HttpResponse.json({ message: 'Not now.' }, { status: 503 })));
  const { dialog, box } = await open();
  await userEvent.type(box, 'candles');
  expect(await dialog.findByText('Not now.')).toBeInTheDocument();
  respondWithResults(FOUND);
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('8 results')).toBeInTheDocument();
});

test('gives the focus back to its button', async () => {
  const { button } = await open();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  expect(button).toHaveAttribute('aria-expanded', 'false');
});
