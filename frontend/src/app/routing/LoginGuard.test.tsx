import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter, Route, Routes } from 'react-router';
import { writePageData } from '../../test/layoutPage';
import { member } from '../../test/users';
import { createQueryClient } from '../queryClient';
import { LoginGuard } from './LoginGuard';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const row = {
  name: 'orders',
  path: '/orders',
  title: 'Orders and receipts',
  module: 'orders',
  guarded: true,
};

/** A guarded page of which the server did not say whose it is. */
function open(answer: () => Response) {
  server.use(http.get('/api/user', answer));
  writePageData();
  render(
    <QueryClientProvider client={createQueryClient({ user: undefined, answers: [] })}>
      <MemoryRouter initialEntries={['/orders']}>
        <Routes>
          <Route path="/" element={<p>Home</p>} />
          <Route path="/orders" element={<LoginGuard row={row}>Your orders</LoginGuard>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a check that fails says so, sends nobody away, and can be repeated', async () => {
  open(() => HttpResponse.json(null, { status: 500 }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to authenticate');
  expect(screen.queryByText('Home')).not.toBeInTheDocument();
  server.use(http.get('/api/user', () => HttpResponse.json({ data: member() })));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Your orders')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a visitor is a state and no error', async () => {
  open(() => HttpResponse.json({ message: 'Failed to authenticate' }, { status: 401 }));
  expect(await screen.findByText('Home')).toBeInTheDocument();
  expect(screen.queryByText('Failed to authenticate')).not.toBeInTheDocument();
});
