import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { User } from '../../features/account/queries';
import { layoutServer, renderLayout, writePageData } from '../../test/layoutPage';
import { member, withPro } from '../../test/users';
import { Header } from './Header';

const { server } = layoutServer();

beforeEach(writePageData);

const PAGES = ['Home', 'Courses', 'Live-Webinars', 'Live-Mentorship', 'Live-Trading', 'Academy'];

const open = async (user: User | null = null, at = '/') => {
  renderLayout(<Header />, { user, at });
  const button = screen.getByRole('button', { name: 'Menu' });
  await userEvent.click(button);
  return { button, menu: within(await screen.findByRole('dialog', { name: 'Menu' })) };
};
const names = (menu: ReturnType<typeof within>, role: 'link' | 'button') =>
  menu
    .getAllByRole(role)
    .map((element: HTMLElement) => element.getAttribute('aria-label') ?? element.textContent);

test('shows a visitor every page, the login and the free trial', async () => {
  const { menu } = await open();
  expect(names(menu, 'link')).toEqual([...PAGES, 'Login', 'Start Free Trial']);
  expect(names(menu, 'button')).toEqual(['Theme: system', 'Close', 'हिन्दी']);
  const targets = menu.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(targets).toEqual([
    '/',
    '/courses',
    '/live-webinars',
    '/live-mentorships',
    '/live-trading',
    '/academy',
    '/login',
    '/#freeTrial',
  ]);
});

test('shows a member their own pages', async () => {
  const { menu } = await open(member());
  expect(names(menu, 'link')).toEqual([
    ...PAGES,
    'My Learnings',
    'Upgrade to pro',
    'Dashboard',
    'Orders',
    'Support',
    'Settings',
  ]);
  const targets = menu.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(targets.slice(PAGES.length)).toEqual([
    '/my-learnings',
    '/pro',
    '/dashboard',
    '/orders',
    '/support',
    '/settings',
  ]);
  expect(names(menu, 'button')).toEqual(['Theme: system', 'Close', 'हिन्दी', 'Logout']);
  expect(menu.getByText('Ananya Iyer')).toBeInTheDocument();
});

test('says which page is open', async () => {
  const { menu } = await open(withPro(), '/my-learnings/');
  const current = menu.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.textContent)).toEqual(['My Learnings']);
});

test('the other language comes with what is in it so far', async () => {
  const { menu } = await open();
  expect(menu.getByRole('button', { name: 'हिन्दी' })).toHaveAccessibleDescription(
    'अभी सिर्फ़ मेन्यू और लॉग-इन हिंदी में',
  );
});

test('offers no Pro to who has it', async () => {
  const { menu } = await open(withPro());
  expect(names(menu, 'link')).toEqual([
    ...PAGES,
    'My Learnings',
    'Your Pro',
    'Dashboard',
    'Orders',
    'Support',
    'Settings',
  ]);
});

test('keeps the focus inside; Escape closes it and gives the focus back', async () => {
  const { button } = await open();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  const dialog = screen.getByRole('dialog');
  for (let presses = 0; presses < 14; presses += 1) {
    await userEvent.tab();
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  }
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(button).toHaveFocus());
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

test.each([
  ['Courses', '/courses'],
  ['Home', '/'],
])('closes when %s is chosen', async (name, address) => {
  const { menu } = await open(null, '/');
  await userEvent.click(menu.getByRole('link', { name }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Address')).toHaveTextContent(address);
});

test('closes by its button', async () => {
  const { menu } = await open();
  await userEvent.click(menu.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('logs out', async () => {
  server.use(http.delete('/api/user/logout', () => HttpResponse.json({ message: 'Logged out' })));
  const { menu } = await open(member());
  await userEvent.click(menu.getByRole('button', { name: 'Logout' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Login' })).toBeInTheDocument();
});
