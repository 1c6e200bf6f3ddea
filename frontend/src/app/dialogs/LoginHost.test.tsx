import { QueryClientProvider, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import { wantedPage } from '../../features/account/lib/wantedPage';
import { accountKeys, type User } from '../../features/account/queries';
import { get } from '../../shared/api/client';
import { english } from '../../shared/lib/i18n';
import { type LoginRequest, loginDialog } from '../../shared/stores/loginDialog';
import { writePageData } from '../../test/layoutPage';
import { loginServer } from '../../test/loginServer';
import { member } from '../../test/users';
import { Page } from '../page/Page';
import { createQueryClient, openLoginWhenSessionEnds } from '../queryClient';
import table from '../routes.json';
import { LoginHost } from './LoginHost';

const { server, requests, setUser, VERIFY } = loginServer();
const TITLE = 'Secure Your Spot - Enter Mobile Number to Continue';
const ENDED = 'You have been logged out. Log in to continue.';

/** A component that only members may use. */
const memberQuery = () =>
  queryOptions({ queryKey: ['catalog', 'secret'], queryFn: () => get('/api/category'), retry: false });

function MemberPage() {
  const { data } = useSuspenseQuery(memberQuery());
  return (
    <>
      <p>The secret is {data.categories.map(({ title }) => title).join()}</p>
      <input aria-label="Note" />
    </>
  );
}

// Route modules are mocked; layout, guard and error boundary are real.
jest.mock('../page/PageBody', () => ({
  clearPending: () => undefined,
  PageBody: ({ row }: { row: { name: string } }) => (
    <>
      <h1>{row.name}</h1>
      {row.name === 'dashboard' && <MemberPage />}
      <button type="button">Here</button>
    </>
  ),
}));

function CurrentUrl() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="Address">{pathname + search + hash}</output>
      <button type="button" onClick={() => navigate('/courses')}>
        Elsewhere
      </button>
      <button type="button" onClick={() => navigate('/')}>
        Home
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
    user,
    answers: [],
  });
  openLoginWhenSessionEnds(queryClient);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          {ROWS.map((row) => (
            <Route key={row.name} path={row.path} element={<Page row={row} />} />
          ))}
        </Routes>
        <LoginHost />
        <CurrentUrl />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return queryClient;
}

const respondWith = (title: string) =>
  server.use(
    http.get('/api/category', () => HttpResponse.json({ categories: [{ _id: 'c', title, icon: 'x' }] })),
  );
const endSession = () =>
  server.use(
    http.get('/api/category', () =>
      HttpResponse.json({ message: 'Failed to authenticate' }, { status: 401 }),
    ),
  );
const openLoginDialog = (request: LoginRequest = {}) => act(() => loginDialog.open(request));
const dialog = () => screen.findByRole('dialog', { name: TITLE });
const expectNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const currentUrl = () => screen.getByLabelText('Address').textContent;
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
    openLoginDialog({ mobile: '9876543210' });
    await dialog();
    expect(screen.getByRole('textbox', { name: 'Mobile number' })).toHaveValue('9876543210');
    expect(screen.queryByText(ENDED)).not.toBeInTheDocument();
  });

  test('stays where they are, and what they wanted goes on', async () => {
    const onDone = jest.fn();
    const queryClient = open('/courses', null);
    sessionStorage.setItem('loginTarget', '/dashboard');
    openLoginDialog({ onDone });
    await dialog();
    await logIn();
    await expectNoDialog();
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(currentUrl()).toBe('/courses');
    expect(queryClient.getQueryData(accountKeys.user)).toEqual(member());
    expect(sessionStorage.getItem('loginTarget')).toBeNull();
  });

  test('for a page of members finds the dialog open on the home page, says why, and goes on there', async () => {
    respondWith('gold');
    open('/dashboard?from=mail#courses', null);
    await dialog();
    expect(currentUrl()).toBe('/');
    expect(screen.getByText('Log in to see Dashboard')).toBeInTheDocument();
    await logIn();
    expect(await screen.findByText('The secret is gold')).toBeInTheDocument();
    await expectNoDialog();
    expect(currentUrl()).toBe('/dashboard?from=mail#courses');
    expect(sessionStorage.getItem('loginTarget')).toBeNull();
  });

  test('and follows a link to a page of members finds it too; who closes it stays home', async () => {
    open('/courses', null);
    await userEvent.click(screen.getByRole('button', { name: 'Dashboard' }));
    await dialog();
    expect(currentUrl()).toBe('/');
    await userEvent.keyboard('{Escape}');
    await expectNoDialog();
    expect(currentUrl()).toBe('/');
    expect(sessionStorage.getItem('loginTarget')).toBe('/dashboard');
    // It opens once, not on each visit of the home page.
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
    await userEvent.click(screen.getByRole('button', { name: 'Home' }));
    expect(currentUrl()).toBe('/');
    await expectNoDialog();
  });

  test.each(table.filter(({ guarded }) => guarded).map(({ name }) => name))('for %s is told so', (name) => {
    expect(wantedPage(name, english)).toMatch(/^(your |[A-Z])/);
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Close', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ])('may leave it by %s, which keeps nothing and gives the focus back', async (_, leave) => {
    const onDone = jest.fn();
    open('/courses', null);
    const opener = screen.getByRole('button', { name: 'Here' });
    opener.focus();
    openLoginDialog({ onDone });
    await dialog();
    await userEvent.type(screen.getByRole('textbox', { name: 'Mobile number' }), '9876543210');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('textbox', { name: 'Digit 1' });
    await leave();
    await expectNoDialog();
    await waitFor(() => expect(opener).toHaveFocus());
    expect(onDone).not.toHaveBeenCalled();
    openLoginDialog();
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
    openLoginDialog({ onDone });
    await dialog();
    await logIn();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Verify' })).toBeDisabled());
    await userEvent.keyboard('{Escape}');
    await expectNoDialog();
    answer();
    await waitFor(() => expect(queryClient.getQueryData(accountKeys.user)).toEqual(member()));
    expect(onDone).not.toHaveBeenCalled();
  });

  test('leaves it by going to another page', async () => {
    open('/courses', null);
    openLoginDialog();
    await dialog();
    // The open dialog makes the rest of the page inert for simulated pointers.
    await userEvent
      .setup({ pointerEventsCheck: 0 })
      .click(screen.getByRole('button', { name: 'Home', hidden: true }));
    await expectNoDialog();
  });
});

describe('a session that ends in the middle of a page', () => {
  const onTheDashboard = async () => {
    respondWith('gold');
    const queryClient = open('/dashboard', member());
    await screen.findByText('The secret is gold');
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'half a thought');
    endSession();
    await act(() => queryClient.invalidateQueries({ queryKey: memberQuery().queryKey }));
    return queryClient;
  };

  test('opens the dialog in place, with the page behind it', async () => {
    const queryClient = await onTheDashboard();
    await dialog();
    expect(screen.getByRole('alert')).toHaveTextContent(ENDED);
    expect(screen.getByRole('textbox', { name: 'Mobile number' })).toHaveValue(member().mobile);
    expect(currentUrl()).toBe('/dashboard');
    expect(screen.getByText('The secret is gold')).toBeInTheDocument();
    expect(queryClient.getQueryData(accountKeys.user)).toBeNull();
  });

  test('goes on after the login, with nothing lost and everything fetched again', async () => {
    await onTheDashboard();
    await dialog();
    respondWith('silver');
    await logIn();
    await expectNoDialog();
    expect(await screen.findByText('The secret is silver')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('half a thought');
    expect(currentUrl()).toBe('/dashboard');
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
    setUser(member({ _id: 'u2' }));
    await logIn();
    await expectNoDialog();
    await waitFor(() => expect(screen.queryByText('The secret is gold')).not.toBeVisible());
    answer();
    expect(await screen.findByText('The secret is silver')).toBeInTheDocument();
  });

  test('leads home when the person does not log in, and back after a later login', async () => {
    await onTheDashboard();
    await dialog();
    requests.length = 0;
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(currentUrl()).toBe('/'));
    expect(sessionStorage.getItem('loginTarget')).toBe('/dashboard');
    expect(screen.queryByText('The secret is gold')).not.toBeInTheDocument();
    await expectNoDialog();
    expect(requests).toEqual([]);
  });

  test('is one, however many calls are refused, and none for a visitor', async () => {
    const queryClient = open('/courses', null);
    endSession();
    await expect(queryClient.fetchQuery(memberQuery())).rejects.toThrow();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    act(() => void queryClient.setQueryData(accountKeys.user, member()));
    await Promise.allSettled([
      queryClient.fetchQuery(memberQuery()),
      get('/api/category'),
      get('/api/category'),
    ]);
    await dialog();
    await userEvent.keyboard('{Escape}');
    await expectNoDialog();
    expect(currentUrl()).toBe('/courses');
    expect(queryClient.getQueryData(accountKeys.user)).toBeNull();
  });

  test('on the way to a page stays when the page has come', async () => {
    await onTheDashboard();
    await dialog();
    // Without a pointer, which would close the dialog.
    act(() => screen.getByRole('button', { name: 'Dashboard', hidden: true }).click());
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    await dialog();
    expect(currentUrl()).toBe('/dashboard');
  });

  test('before the page has its data waits for the login, then brings it', async () => {
    endSession();
    open('/courses', member());
    await userEvent.click(screen.getByRole('button', { name: 'Dashboard' }));
    await dialog();
    expect(screen.queryByText('Unexpected Application Error!')).not.toBeInTheDocument();
    expect(currentUrl()).toBe('/dashboard');
    respondWith('gold');
    await logIn();
    expect(await screen.findByText('The secret is gold')).toBeInTheDocument();
    expect(currentUrl()).toBe('/dashboard');
  });
});
