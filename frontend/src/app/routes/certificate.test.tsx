import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import type { PublicCertificate } from '../../features/certificates/queries';
import { writePageData } from '../../test/layoutPage';
import Certificate from './certificate';

const CODE = '7K3M9-Q2XRT-4WHCN-8PYDZ';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const certificate: PublicCertificate = {
  code: CODE,
  learnerName: 'Meera Nair',
  courseTitle: 'Candlesticks',
  weburlname: 'candles',
  issuedAt: '2026-11-21T09:30:00Z',
  withdrawnAt: null,
};

async function open(overrides: Partial<PublicCertificate> = {}) {
  writePageData();
  server.use(
    http.get(`/api/certificate/${CODE}`, () => HttpResponse.json({ data: { ...certificate, ...overrides } })),
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/certificates/${CODE}`]}>
        <Suspense>
          <Routes>
            <Route path="/certificates/:code" element={<Certificate />} />
          </Routes>
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Certificate of completion' });
}

const fact = (term: string) => screen.getByText(term).nextElementSibling;

test('it says what is certified, by whom, and what it is not', async () => {
  await open();
  expect(fact('This certifies that')).toHaveTextContent('Meera Nair');
  expect(fact('completed all topics of the course')).toHaveTextContent('Candlesticks');
  expect(fact('Issued on')).toHaveTextContent('Sat, 21 Nov 2026');
  expect(fact('Certificate code')).toHaveTextContent(CODE);
  expect(fact('Issued by')).toHaveTextContent('Rally Advisers LLP');
  expect(fact('SEBI registration')).toHaveTextContent('INA000012345');
  expect(
    screen.getByText(
      'This is a certificate of completion. It is not a qualification, and not a certification by SEBI or NISM.',
    ),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Candlesticks' })).toHaveAttribute('href', '/courses/candles');
  expect(document.title).toBe('Certificate of completion · Candlesticks · Rally');
});

test('a course that is not published any more has no link', async () => {
  await open({ weburlname: null });
  expect(fact('completed all topics of the course')).toHaveTextContent('Candlesticks');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('one that staff withdrew says when, and not whose it was', async () => {
  await open({ learnerName: null, withdrawnAt: '2026-11-23T20:30:00Z' });
  expect(
    screen.getByText('This certificate was withdrawn on Tue, 24 Nov 2026. It is not valid any more.'),
  ).toBeInTheDocument();
  expect(screen.queryByText('This certificate is valid.')).not.toBeInTheDocument();
  expect(screen.queryByText('This certifies that')).not.toBeInTheDocument();
  expect(fact('Course')).toHaveTextContent('Candlesticks');
  expect(fact('Issued on')).toHaveTextContent('Sat, 21 Nov 2026');
});

test('a name in Hindi is read as Hindi', async () => {
  await open({ learnerName: 'लक्ष्मी वर्मा' });
  expect(fact('This certifies that')).toHaveAttribute('lang', 'hi');
});
