import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { layoutServer, renderLayout, writePageData } from '../../test/layoutPage';
import { member, withPro } from '../../test/users';
import { Header } from './Header';

const { server, requests } = layoutServer();

beforeEach(writePageData);
const openAccount = async (name: string) => {
  const button = screen.getByRole('button', { name });
  await userEvent.click(button);
  await screen.findByRole('menu');
  return button;
};
const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

test('is the banner, with the brand leading home', () => {
  renderLayout(<Header />);
  const banner = within(screen.getByRole('banner'));
  expect(banner.getByRole('link', { name: 'Rally' })).toHaveAttribute('href', '/');
});

test('SEBI Verified leads to the registration facts of the same page', () => {
  renderLayout(<Header />, { at: '/courses?category=Options' });
  expect(screen.getByRole('link', { name: 'SEBI Verified' })).toHaveAttribute('href', '#registration');
});

describe('a visitor', () => {
  test('can log in or start the free trial', () => {
    renderLayout(<Header />);
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/#freeTrial');
    expect(screen.queryByRole('link', { name: 'My Learnings' })).not.toBeInTheDocument();
  });
});

describe('a member', () => {
  test('has My Learnings and a button named after them', async () => {
    renderLayout(<Header />, { user: member({ name: 'Ananya Venkat Iyer' }) });
    expect(screen.getByRole('link', { name: 'My Learnings' })).toHaveAttribute('href', '/my-learnings');
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Ananya Venkat Iyer' })).toHaveTextContent('AI');
  });

  test.each([
    ['/my-learnings', 'page'],
    ['/my-learnings/', 'page'],
    ['/orders', null],
  ])('sees on %s whether My Learnings is the current page', async (at, current) => {
    renderLayout(<Header />, { user: member(), at });
    expect(screen.getByRole('link', { name: 'My Learnings' }).getAttribute('aria-current')).toBe(current);
    await openAccount('Ananya Iyer');
    expect(screen.getByRole('menuitem', { name: 'My Learnings' }).getAttribute('aria-current')).toBe(current);
  });

  test('without a name is R, called Account', () => {
    renderLayout(<Header />, { user: member({ name: '' }) });
    expect(screen.getByRole('button', { name: 'Account' })).toHaveTextContent(/^R$/);
  });

  test('finds the account menu, with Pro on offer', async () => {
    renderLayout(<Header />, { user: member() });
    const button = await openAccount('Ananya Iyer');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('menu', { name: 'Ananya Iyer' })).toBeInTheDocument();
    expect(items()).toEqual([
      'My Dashboard',
      'My Learnings',
      'Upgrade to pro',
      'Orders',
      'Support',
      'Settings',
      'Log Out',
    ]);
    expect(screen.getByRole('menuitem', { name: 'My Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.getByRole('menuitem', { name: 'My Learnings' })).toHaveAttribute('href', '/my-learnings');
    expect(screen.getByRole('menuitem', { name: 'Upgrade to pro' })).toHaveAttribute('href', '/pro');
  });

  test('with active Pro is offered none', async () => {
    renderLayout(<Header />, { user: withPro() });
    await openAccount('Ananya Iyer');
    expect(items()).toEqual([
      'My Dashboard',
      'My Learnings',
      'Your Pro',
      'Orders',
      'Support',
      'Settings',
      'Log Out',
    ]);
    expect(screen.getByRole('menuitem', { name: 'Your Pro' })).toHaveAttribute(
      'href',
      '/my-learnings?kind=pro',
    );
    expect(screen.getByRole('menuitem', { name: 'Orders' })).toHaveAttribute('href', '/orders');
    expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings');
  });

  test('works the account menu by keys alone', async () => {
    renderLayout(<Header />, { user: member() });
    const button = screen.getByRole('button', { name: 'Ananya Iyer' });
    act(() => button.focus());
    await act(() => import('./AvatarMenu'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'My Dashboard' })).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes the account menu by pressing its button again', async () => {
    renderLayout(<Header />, { user: member() });
    const button = await openAccount('Ananya Iyer');
    // The open menu makes the rest of the page inert for simulated pointers only.
    await userEvent.setup({ pointerEventsCheck: 0 }).click(button);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  test('logs out', async () => {
    server.use(http.delete('/api/user/logout', () => HttpResponse.json({ message: 'Logged out' })));
    renderLayout(<Header />, { user: member() });
    await openAccount('Ananya Iyer');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log Out' }));
    expect(await screen.findByRole('link', { name: 'Login' })).toBeInTheDocument();
    expect(requests).toEqual(['/api/user/logout']);
  });

  test('hears when logging out failed', async () => {
    server.use(http.delete('/api/user/logout', () => HttpResponse.json(null, { status: 500 })));
    renderLayout(<Header />, { user: member() });
    await openAccount('Ananya Iyer');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log Out' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Logout failed');
    expect(screen.getByRole('button', { name: 'Ananya Iyer' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
