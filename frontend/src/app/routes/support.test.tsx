import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import type { SupportRequest } from '../../features/support/queries';
import { writePageData } from '../../test/layoutPage';
import { RouteErrorBoundary } from '../page/RouteErrorBoundary';
import Support from './support';

const row = { name: 'support', path: '/support', title: 'Support', module: 'support' };
const REQUEST: SupportRequest = {
  number: 'GR-261121-AAAAAA',
  kind: 'grievance',
  subject: 'Charged twice',
  status: 'waiting',
  receivedAt: '2026-11-21T09:30:00Z',
  dueDate: '2026-12-12',
  repliedAt: '2026-11-23T04:00:00Z',
  message: 'I was charged twice.',
  takesReplies: true,
  reopensByReply: false,
  replies: [
    {
      id: 'r1',
      isFromStaff: true,
      byLink: false,
      text: 'Please send the receipt.',
      at: '2026-11-23T04:00:00Z',
      attachments: [{ name: 'form.pdf', size: 240_000, url: '/media/support/x/form.pdf' }],
    },
  ],
};
let sent: unknown[] = [];
let kept: SupportRequest;
const answer = async ({ request }: { request: Request }) => {
  const body = (await request.json()) as { text: string };
  sent.push(body);
  const own = {
    id: 'r2',
    isFromStaff: false,
    byLink: 'key' in body,
    text: body.text,
    at: '2026-11-24T04:00:00Z',
    attachments: [],
  };
  kept = { ...kept, status: 'working', replies: [...kept.replies, own] };
  return HttpResponse.json({ data: kept, message: 'We have received your reply.' });
};
const server = setupServer(
  http.get('/api/support/requests', () => HttpResponse.json({ data: [kept] })),
  http.get('/api/support/requests/:number', ({ params }) =>
    params.number === kept.number
      ? HttpResponse.json({ data: kept })
      : HttpResponse.json(
          { message: 'We could not find that request.', code: 'support_request_unknown' },
          { status: 404 },
        ),
  ),
  http.post('/api/support/requests/:number/replies', answer),
  http.get('/api/support/linked-request', () => HttpResponse.json({ data: kept })),
  http.post('/api/support/linked-request/replies', answer),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  sent = [];
  kept = REQUEST;
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function open(at: string) {
  writePageData();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <RouteErrorBoundary row={row} isLoginRequired={false} onRetry={() => undefined}>
          <Suspense>
            <Support row={at.startsWith('/support/request') ? { ...row, name: 'support-request' } : row} />
          </Suspense>
        </RouteErrorBoundary>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const thread = () => screen.findByRole('list', { name: 'Conversation' });
const box = () => screen.getByRole('textbox', { name: 'Your reply' });
const send = (name = 'Send reply') => userEvent.click(screen.getByRole('button', { name }));

test('the list has number, state and dates, and leads to the request', async () => {
  open('/support');
  const list = within(await screen.findByRole('list', { name: 'Requests' }));
  expect(list.getByRole('link', { name: 'Charged twice' })).toHaveAttribute(
    'href',
    '/support?request=GR-261121-AAAAAA',
  );
  expect(list.getByText('Waiting for you')).toBeVisible();
  expect(list.getByText('GR-261121-AAAAAA')).toBeVisible();
  expect(list.getByText('We replied on Mon, 23 Nov 2026')).toBeVisible();
  expect(list.getByText('Reply due by Sat, 12 Dec 2026')).toBeVisible();
});

test('somebody who wrote nothing is led to the contact form', async () => {
  server.use(http.get('/api/support/requests', () => HttpResponse.json({ data: [] })));
  open('/support');
  expect(await screen.findByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
});

test('a request shows what was written, its files, and takes a reply', async () => {
  open('/support?request=GR-261121-AAAAAA');
  const list = await thread();
  expect(list).toHaveTextContent(/You.*I was charged twice\..*Rally support.*Please send the receipt\./);
  expect(within(list).getByRole('link', { name: 'form.pdf' })).toHaveAttribute(
    'href',
    '/media/support/x/form.pdf',
  );
  expect(list).toHaveTextContent('240 kB');
  await userEvent.type(box(), 'Here it is.');
  await send();
  expect(await screen.findByText('We have received your reply.')).toHaveRole('status');
  expect(sent).toEqual([{ text: 'Here it is.' }]);
  expect(box()).toHaveValue('');
  expect(await thread()).toHaveTextContent('Here it is.');
  expect(screen.getByText('In progress')).toBeVisible();
});

test('an empty reply is not sent, and a refused one stays in the form', async () => {
  server.use(
    http.post('/api/support/requests/:number/replies', () =>
      HttpResponse.json({ message: 'Please wait a while.', code: 'writing_too_many' }, { status: 429 }),
    ),
  );
  open('/support?request=GR-261121-AAAAAA');
  await thread();
  await send();
  expect(box()).toHaveAccessibleDescription(/Write your reply\./);
  await userEvent.type(box(), 'Any news?');
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent('What you typed is still here.');
  expect(box()).toHaveValue('Any news?');
});

test('the link from an email needs no login and sends its key', async () => {
  kept = { ...REQUEST, status: 'resolved', dueDate: null, reopensByReply: true };
  open('/support/request?key=signed.key');
  await thread();
  expect(box()).toHaveAccessibleDescription(/If you reply, we open it again\./);
  await userEvent.type(box(), 'It is not.');
  await send('Reply and reopen');
  expect(await screen.findByText('We have received your reply.')).toHaveRole('status');
  expect(sent).toEqual([{ key: 'signed.key', text: 'It is not.' }]);
  expect(screen.getAllByText('By the link in an email, not logged in')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'log in' })).toHaveAttribute('href', '/support');
});
