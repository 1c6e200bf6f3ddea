import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { accountKeys, type User } from '../../features/account/queries';
import type { CourseDetail } from '../../features/catalog/queries';
import { card, detail, opened } from '../../test/courses';
import { writePageData } from '../../test/layoutPage';
import { member } from '../../test/users';
import CourseCompletion from './course-completion';

const CERTIFICATE = '/api/course/certificate/course-1';
const CODE = '7K3M9-Q2XRT-4WHCN-8PYDZ';
const AGAIN = '2AAAA-BBBBB-CCCCC-DDDDD';
const row = {
  name: 'course-completion',
  path: '/course/:courseId/completed',
  title: 'Course completion',
  module: 'course-completion',
};
const own = (code = CODE) => ({
  code,
  issuedAt: '2026-11-21T09:30:00Z',
  pdf: '/api/course/certificate/c1/certificate.pdf',
  page: `/certificates/${code}`,
  revoked: null,
});

const server = setupServer();
const requests: string[] = [];
server.events.on('request:start', ({ request }) => {
  requests.push(`${request.method} ${new URL(request.url).pathname}`);
});
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  requests.length = 0;
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const refuse = (status: number, code: string, message = '') =>
  server.use(http.get(CERTIFICATE, () => HttpResponse.json({ code, message }, { status })));

const completed = (overrides: Partial<CourseDetail> = {}) =>
  detail({ ...opened('free', { actions: ['watchAgain'] }), ...overrides });

async function open({ course = completed(), user = member() }: { course?: CourseDetail; user?: User } = {}) {
  writePageData();
  server.use(
    http.get('/api/course/users/course-1', () => HttpResponse.json({ data: course })),
    http.post('/api/course/mobile', () =>
      HttpResponse.json({ courses: [card(1), card(2), card(3, { isPurchased: true })], totalCount: 3 }),
    ),
  );
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, user);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/course/course-1/completed']}>
        <Suspense>
          <Routes>
            <Route path="/course/:courseId/completed" element={<CourseCompletion row={row} />} />
          </Routes>
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
}

const section = () => screen.getByRole('region', { name: 'Your certificate' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the end of a course', () => {
  beforeEach(() => server.use(http.get(CERTIFICATE, () => HttpResponse.json(own()))));

  test('shows what was learned, the certificate, and what comes next', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You completed this course');
    expect(within(section()).getByRole('heading')).toHaveTextContent('Your certificate');
    expect(await screen.findByText(CODE)).toBeInTheDocument();
    expect(within(section()).getByText('Sat, 21 Nov 2026')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Download PDF' })).toHaveAttribute(
      'href',
      '/api/course/certificate/c1/certificate.pdf',
    );
    expect(screen.getByRole('link', { name: 'See the public page' })).toHaveAttribute(
      'href',
      `/certificates/${CODE}`,
    );
    const learned = within(screen.getByRole('region', { name: 'What you learned' }));
    expect(learned.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Read a contract note',
      'Know the charges',
    ]);
    expect(screen.getByRole('button', { name: 'Write a review' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Course 2' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Course 3' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Review' })).toHaveAttribute(
      'href',
      '/course/course-1/topic/t-Orders',
    );
    expect(document.title).toBe('Course completion · Course 1 · Rally');
  });

  test('of a course that got new topics continues with these', async () => {
    await open({ course: detail(opened('free', { actions: ['continue'], topicId: 'new' })) });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Certificate of completion');
    expect(screen.getByRole('link', { name: 'Continue learning' })).toHaveAttribute(
      'href',
      '/course/course-1/topic/new',
    );
    expect(await screen.findByText(CODE)).toBeInTheDocument();
  });

  test('has no link into a course that has ended for the member', async () => {
    await open({ course: detail() });
    expect(await screen.findByText(CODE)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^(Review|Buy)/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Write a review' })).not.toBeInTheDocument();
  });
});

describe('without a certificate', () => {
  test('an unfinished course says what is missing', async () => {
    refuse(409, 'not_completed', 'You get the certificate once you have completed all topics of the course.');
    await open({ course: detail(opened('free', { actions: ['continue'] })) });
    expect(
      await screen.findByText('You get the certificate once you have completed all topics of the course.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Download PDF' })).not.toBeInTheDocument();
  });

  test('somebody without a name is asked for it, and then gets it', async () => {
    server.use(
      http.get(CERTIFICATE, () => HttpResponse.json(own())),
      http.put('/api/user/details', async ({ request }) =>
        HttpResponse.json({ data: member((await request.json()) as object), message: 'Saved.' }),
      ),
    );
    await open({ user: member({ name: '' }) });
    expect(requests).not.toContain(`GET ${CERTIFICATE}`);
    await press('Save name');
    expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveAccessibleDescription(
      'Enter your name.',
    );
    expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveFocus();

    await userEvent.type(screen.getByRole('textbox', { name: 'Your name' }), ' Meera Nair ');
    await press('Save name');

    expect(await screen.findByText(CODE)).toBeInTheDocument();
    expect(requests).toContain('PUT /api/user/details');
  });

  test('a name that the server refuses stays with its reason', async () => {
    server.use(
      http.put('/api/user/details', () =>
        HttpResponse.json({ code: 'invalid', message: '', errors: { name: ['Too long.'] } }, { status: 400 }),
      ),
    );
    await open({ user: member({ name: '' }) });
    await userEvent.type(screen.getByRole('textbox', { name: 'Your name' }), 'Meera');
    await press('Save name');
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveAccessibleDescription('Too long.'),
    );
  });

  test('a failure can be retried', async () => {
    refuse(503, 'unavailable', 'Back in a minute.');
    await open();
    expect(await within(section()).findByRole('alert')).toHaveTextContent('Back in a minute.');
    server.use(http.get(CERTIFICATE, () => HttpResponse.json(own())));
    await userEvent.click(within(section()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(CODE)).toBeInTheDocument();
  });
});

describe('withdrawing', () => {
  beforeEach(() => server.use(http.get(CERTIFICATE, () => HttpResponse.json(own()))));

  test('is confirmed first, and a new one can be issued', async () => {
    server.use(
      http.delete(CERTIFICATE, () => HttpResponse.json({ message: 'Certificate withdrawn.' })),
      http.post(CERTIFICATE, () =>
        HttpResponse.json({ ...own(AGAIN), message: 'Your certificate is ready.' }),
      ),
    );
    await open();
    await screen.findByText(CODE);
    await press('Withdraw');
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this certificate?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw certificate' }));

    expect(await screen.findByText('Certificate withdrawn.')).toBeInTheDocument();
    expect(screen.queryByText(CODE)).not.toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your certificate' })).toHaveFocus());

    await press('Issue a new certificate');
    expect(await screen.findByText(AGAIN)).toBeInTheDocument();
    expect(screen.getByText('Your certificate is ready.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Your certificate' })).toHaveFocus();
    expect(requests.filter((call) => call === `GET ${CERTIFICATE}`)).toHaveLength(1);
  });

  test('can be left', async () => {
    await open();
    await screen.findByText(CODE);
    await press('Withdraw');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep certificate' }));
    expect(screen.getByText(CODE)).toBeInTheDocument();
    expect(requests.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  test('that failed says so and changes nothing', async () => {
    server.use(
      http.delete(CERTIFICATE, () => HttpResponse.json({ message: 'Back in a minute.' }, { status: 503 })),
    );
    await open();
    await screen.findByText(CODE);
    await press('Withdraw');
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw certificate' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Back in a minute.');
    await userEvent.click(screen.getByRole('button', { name: 'Keep certificate' }));
    expect(screen.getByText(CODE)).toBeInTheDocument();
  });

  test('is remembered by the server', async () => {
    refuse(409, 'withdrawn', 'You withdrew this certificate.');
    await open();
    expect(await screen.findByRole('button', { name: 'Issue a new certificate' })).toBeInTheDocument();
  });
});

describe('withdrawn by staff', () => {
  const revoked = { at: '2026-11-23T20:30:00Z', reason: 'Issued for a shared account.' };

  test('it says when and why, and offers neither the PDF nor another one', async () => {
    server.use(http.get(CERTIFICATE, () => HttpResponse.json({ ...own(), pdf: null, revoked })));
    await open();

    const shown = within(section());
    expect(
      await shown.findByText('We withdrew this certificate on Tue, 24 Nov 2026. It is not valid any more.'),
    ).toBeInTheDocument();
    expect(shown.getByText('Reason').nextElementSibling).toHaveTextContent('Issued for a shared account.');
    expect(shown.getByText(CODE)).toBeInTheDocument();
    expect(shown.queryByRole('button')).not.toBeInTheDocument();
    expect(shown.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['contact us']);
  });
});

describe('sharing', () => {
  const share = (value: unknown) => Object.defineProperty(navigator, 'share', { configurable: true, value });
  beforeEach(() => server.use(http.get(CERTIFICATE, () => HttpResponse.json(own()))));
  afterEach(() => Reflect.deleteProperty(navigator, 'share'));

  test("opens the phone's own sheet", async () => {
    const sheet = jest.fn().mockResolvedValue(undefined);
    await open();
    await screen.findByText(CODE);
    share(sheet);
    await press('Share');
    expect(sheet).toHaveBeenCalledWith({
      title: 'Certificate of completion: Course 1',
      url: `http://localhost/certificates/${CODE}`,
    });
  });

  test('copies the link where there is none', async () => {
    const user = userEvent.setup();
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await open();
    await screen.findByText(CODE);
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Link copied.')).toBeInTheDocument();
    expect(write).toHaveBeenCalledWith(`http://localhost/certificates/${CODE}`);
  });

  test('shows the link where it cannot be copied', async () => {
    const user = userEvent.setup();
    await open();
    await screen.findByText(CODE);
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(
      await screen.findByText(`Copy this link: http://localhost/certificates/${CODE}`),
    ).toBeInTheDocument();
  });

  test('closing the sheet is no failure', async () => {
    await open();
    await screen.findByText(CODE);
    share(jest.fn().mockRejectedValue(Object.assign(new Error('closed'), { name: 'AbortError' })));
    await press('Share');
    expect(screen.queryByText(/link/i, { selector: '[role=status]' })).not.toBeInTheDocument();
  });
});
