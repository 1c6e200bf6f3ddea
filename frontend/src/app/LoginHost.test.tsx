import { QueryClientProvider, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import { accountKeys, type User } from '../features/account/queries';
import { get } from '../shared/api/client';
import { type LoginRequest, loginDialog } from '../shared/stores/loginDialog';
import { loginNetwork } from '../test/loginNetwork';
import { member } from '../test/people';
import { LoginHost } from './LoginHost';
import { writePageData } from './layouts/testSupport';
import { Page } from './Page';
import { createQueryClient } from './queryClient';

const { server, asked, becomes, VERIFY } = loginNetwork();
const TITLE = 'Secure Your Spot - Enter Mobile Number to Continue';
const ENDED = 'Your session has ended. Log in to go on.';

/** A thing that only members may ask for. */
const secret = () =>
  queryOptions({ queryKey: ['catalog', 'secret'], queryFn: () => get('/api/category'), retry: false });

function Secret() {
  const { data } = useSuspenseQuery(secret());
  return (
    <>
      <p>The secret is {data.categories.map(({ title }) => title).join()}</p>
      <input aria-label="Note" />
    </>
  );
}

// Only which script holds a page's content is put aside here; its frame, guard and boundary are the real ones.
jest.mock('./PageBody', () => ({
  forgetPending: () => undefined,
  PageBody: ({ row }: { row: { name: string } }) => (
    <>
      <h1>{row.name}</h1>
      {row.name === 'dashboard' && <Secret />}
      <button type="button">Here</button>
    </>
  ),
}));

function Address() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="Address">{pathname}</output>
      <button type="button" onClick={() => navigate('/courses')}>
        Elsewhere
      </button>
      <button type="button" onClick={() => navigate('/dashboard')}>
        Dashboard
      </button>
    </>
  );
}

const ROWS = [
  { name: 'home', path: '/', title: '', module: 'x' },
  { name: 'courses', path: '/courses', title: '', module: 'x' },
  { name: 'dashboard', path: '/dashboard', title: '', module: 'x', guarded: true },
];

function open(at: string, user: User | null) {
  writePageData();
  const queryClient = createQueryClient({
    site: {} as never,
    user,
    answers: [],
    found: true,
    styleguide: false,
    engagement: null,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          {ROWS.map((row) => (
            <Route key={row.name} path={row.path} element={<Page row={row} missing={null} />} />
          ))}
        </Routes>
        <LoginHost />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return queryClient;
}

const answers = (title: string) =>
  server.use(
    http.get('/api/category', () => HttpResponse.json({ categories: [{ _id: 'c', title, icon: 'x' }] })),
  );
const sessionEnds = () =>
  server.use(
    http.get('/api/category', () =>
      HttpResponse.json({ message: 'Failed to authenticate' }, { status: 401 }),
    ),
  );
const ask = (request: LoginRequest = {}) => act(() => loginDialog.open(request));
const dialog = () => screen.findByRole('dialog', { name: TITLE });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const at = () => screen.getByLabelText('Address').textContent;
const logIn = async () => {
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Mobile number' });
  if (field.value === '') await userEvent.type(field, '9876543210');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('textbox', { name: 'Digit 1' });
  await userEvent.keyboard('123456{Enter}');
};

beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  act(() => loginDialog.close());
  jest.restoreAllMocks();
});

describe('whoever is asked to log in', () => {
  test('finds a dialog with the form, and the number where it is known', async () => {
    open('/courses', null);
    ask({ mobile: '9876543210' });
    await dialog();
    expect(screen.getByRole('textbox', { name: 'Mobile number' })).toHaveValue('9876543210');
    expect(screen.queryByText(ENDED)).not.toBeInTheDocument();
  });

  test('stays where they are, and what they wanted goes on', async () => {
    const onDone = jest.fn();
    const queryClient = open('/courses', null);
    sessionStorage.setItem('loginTarget', '/dashboard');
    ask({ onDone });
    await dialog();
    await logIn();
    await noDialog();
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(at()).toBe('/courses');
    expect(queryClient.getQueryData(accountKeys.user)).toEqual(member());
    expect(sessionStorage.getItem('loginTarget')).toBeNull();
  });

  test('without a wish goes on to where they were not let in before', async () => {
    answers('gold');
    open('/dashboard', null);
    await waitFor(() => expect(at()).toBe('/'));
    ask();
    await dialog();
    await logIn();
    expect(await screen.findByText('The secret is gold')).toBeInTheDocument();
    expect(at()).toBe('/dashboard');
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Close', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ])('may leave it by %s, which keeps nothing and gives the focus back', async (_, leave) => {
    const onDone = jest.fn();
    open('/courses', null);
    const opener = screen.getByRole('button', { name: 'Here' });
    opener.focus();
    ask({ onDone });
    await dialog();
    await userEvent.type(screen.getByRole('textbox', { name: 'Mobile number' }), '9876543210');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('textbox', { name: 'Digit 1' });
    await leave();
    await noDialog();
    await waitFor(() => expect(opener).toHaveFocus());
    expect(onDone).not.toHaveBeenCalled();
    ask();
    await dialog();
    expect(screen.getByRole('textbox', { name: 'Mobile number' })).toHaveValue('');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
  });

  test('who leaves while the code is looked at is logged in, but what they wanted is over', async () => {
    const onDone = jest.fn();
    const queryClient = open('/courses', null);
    let answer: () => void = () => undefined;
    server.use(
      http.post(VERIFY, async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json({ data: member(), message: 'In.' });
      }),
    );
    ask({ onDone });
    await dialog();
    await logIn();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Verify' })).toBeDisabled());
    await userEvent.keyboard('{Escape}');
    await noDialog();
    answer();
    await waitFor(() => expect(queryClient.getQueryData(accountKeys.user)).toEqual(member()));
    expect(onDone).not.toHaveBeenCalled();
  });

  test('leaves it by going to another page', async () => {
    open('/courses', null);
    ask();
    await dialog();
    // The open dialog makes the rest of the page unreachable for a simulated pointer.
    await userEvent
      .setup({ pointerEventsCheck: 0 })
      .click(screen.getByRole('button', { name: 'Dashboard', hidden: true }));
    await noDialog();
  });
});

describe('a session that ends in the middle of a page', () => {
  const onTheDashboard = async () => {
    answers('gold');
    const queryClient = open('/dashboard', member());
    await screen.findByText('The secret is gold');
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'half a thought');
    sessionEnds();
    await act(() => queryClient.invalidateQueries({ queryKey: secret().queryKey }));
    return queryClient;
  };

  test('opens the dialog in place, with the page behind it', async () => {
    const queryClient = await onTheDashboard();
    await dialog();
    expect(screen.getByRole('alert')).toHaveTextContent(ENDED);
    expect(screen.getByRole('textbox', { name: 'Mobile number' })).toHaveValue(member().mobile);
    expect(at()).toBe('/dashboard');
    expect(screen.getByText('The secret is gold')).toBeInTheDocument();
    expect(queryClient.getQueryData(accountKeys.user)).toBeNull();
  });

  test('goes on after the login, with nothing lost and everything asked anew', async () => {
    await onTheDashboard();
    await dialog();
    answers('silver');
    await logIn();
    await noDialog();
    expect(await screen.findByText('The secret is silver')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('half a thought');
    expect(at()).toBe('/dashboard');
  });

  test('shows nothing of one person to another who logs in', async () => {
    await onTheDashboard();
    await dialog();
    let answer: () => void = () => undefined;
    server.use(
      http.get('/api/category', async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json({ categories: [{ _id: 'c', title: 'silver', icon: 'x' }] });
      }),
    );
    becomes(member({ _id: 'u2' }));
    await logIn();
    await noDialog();
    await waitFor(() => expect(screen.queryByText('The secret is gold')).not.toBeVisible());
    answer();
    expect(await screen.findByText('The secret is silver')).toBeInTheDocument();
  });

  test('leads home when the person does not log in, and back after a later login', async () => {
    await onTheDashboard();
    await dialog();
    asked.length = 0;
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(at()).toBe('/'));
    expect(sessionStorage.getItem('loginTarget')).toBe('/dashboard');
    expect(screen.queryByText('The secret is gold')).not.toBeInTheDocument();
    await noDialog();
    expect(asked).toEqual([]);
  });

  test('is one, however many calls are refused, and none for a visitor', async () => {
    const queryClient = open('/courses', null);
    sessionEnds();
    await expect(queryClient.fetchQuery(secret())).rejects.toThrow();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    act(() => void queryClient.setQueryData(accountKeys.user, member()));
    await Promise.allSettled([queryClient.fetchQuery(secret()), get('/api/category'), get('/api/category')]);
    await dialog();
    await userEvent.keyboard('{Escape}');
    await noDialog();
    expect(at()).toBe('/courses');
    expect(queryClient.getQueryData(accountKeys.user)).toBeNull();
  });

  test('on the way to a page stays when the page has come', async () => {
    await onTheDashboard();
    await dialog();
    // Without a pointer, which would close the dialog itself.
    act(() => screen.getByRole('button', { name: 'Dashboard', hidden: true }).click());
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    await dialog();
    expect(at()).toBe('/dashboard');
  });

  test('before the page has its data waits for the login, then brings it', async () => {
    sessionEnds();
    open('/courses', member());
    await userEvent.click(screen.getByRole('button', { name: 'Dashboard' }));
    await dialog();
    expect(screen.queryByText('Unexpected Application Error!')).not.toBeInTheDocument();
    expect(at()).toBe('/dashboard');
    answers('gold');
    await logIn();
    expect(await screen.findByText('The secret is gold')).toBeInTheDocument();
    expect(at()).toBe('/dashboard');
  });
});
