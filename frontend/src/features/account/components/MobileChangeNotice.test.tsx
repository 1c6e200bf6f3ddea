import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MobileChangeNotice } from './MobileChangeNotice';

const PATH = '/api/user/mobile-change';
const server = setupServer();

beforeAll(() => server.listen());
afterAll(() => server.close());

test('a change that could not be checked is said, and shown after trying again', async () => {
  server.use(http.get(PATH, () => HttpResponse.json({}, { status: 500 })));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MobileChangeNotice />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We could not check whether your mobile number is about to change.',
  );

  const data = { newNumberEnding: '55', worksFrom: '2026-11-22T09:30:00Z' };
  server.use(http.get(PATH, () => HttpResponse.json({ data })));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/the number ending in 55/)).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
