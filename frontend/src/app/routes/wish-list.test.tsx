import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter } from 'react-router';
import { accountKeys } from '../../features/account/queries';
import type { CourseCard } from '../../features/catalog/queries';
import { card } from '../../test/courses';
import { writePageData } from '../../test/layoutPage';
import { member } from '../../test/users';
import WishList from './wish-list';

const row = { name: 'wish-list', path: '/wish-list', title: 'Wish list', module: 'wish-list' };
const CANDLES = card(1, { _id: 'c1', title: 'Candles' });
const AVERAGES = card(2, { _id: 'c2', title: 'Averages' });

let wished: CourseCard[];
let calls: string[];
const listBody = () => ({ data: wished, totalCount: wished.length });
const server = setupServer(
  http.get('/api/course/wish-list', () => HttpResponse.json(listBody())),
  http.get('/api/course/wish-list/:key', ({ params }) =>
    HttpResponse.json({ data: { isWished: wished.some(({ _id }) => _id === params.key) } }),
  ),
  http.put('/api/course/wish-list/:key', ({ params }) => {
    calls.push(`PUT ${params.key}`);
    wished = [CANDLES, AVERAGES];
    return HttpResponse.json({ message: 'Saved to your wish list.' });
  }),
  http.delete('/api/course/wish-list/:key', ({ params }) => {
    calls.push(`DELETE ${params.key}`);
    wished = wished.filter(({ _id }) => _id !== params.key);
    return HttpResponse.json({ message: 'Removed from your wish list.' });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  wished = [CANDLES, AVERAGES];
  calls = [];
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function open() {
  writePageData();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, member());
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/wish-list']}>
        <WishList row={row} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const button = (title: string) => screen.findByRole('button', { name: new RegExp(`wish list.*${title}`) });

test('the saved courses are listed', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Candles' })).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(await button('Candles')).toHaveTextContent('Remove from wish list');
});

test('a removed course stays until one leaves, and can be added again', async () => {
  open();
  await userEvent.click(await button('Candles'));
  await waitFor(async () => expect(await button('Candles')).toHaveTextContent('Add to wish list'));
  expect(await button('Candles')).toHaveFocus();
  await waitFor(() => expect(calls).toEqual(['DELETE c1']));
  await userEvent.click(await button('Candles'));
  await waitFor(async () => expect(await button('Candles')).toHaveTextContent('Remove from wish list'));
  expect(calls).toEqual(['DELETE c1', 'PUT c1']);
});

test('a failure is said, and the button shows what the server has', async () => {
  const message = 'Your wish list already has 100 courses. Remove one to add another.';
  server.use(
    http.delete('/api/course/wish-list/:key', () =>
      HttpResponse.json({ code: 'too_many_wishes', message }, { status: 409 }),
    ),
  );
  open();
  await userEvent.click(await button('Averages'));
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(async () => expect(await button('Averages')).toHaveTextContent('Remove from wish list'));
});

test('an empty list leads to the courses', async () => {
  wished = [];
  open();
  expect(await screen.findByText('Courses that you add to your wish list are listed here.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Browse courses' })).toHaveAttribute('href', '/courses');
});
