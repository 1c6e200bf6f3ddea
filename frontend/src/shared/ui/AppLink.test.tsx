import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { setPrefetch } from '../lib/prefetch';
import { AppLink, type AppLinkProps } from './AppLink';

function CurrentUrl() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

const renderComponent = (props: Omit<AppLinkProps, 'children'>) =>
  render(
    <MemoryRouter initialEntries={['/courses/candles']}>
      <AppLink {...props}>Go</AppLink>
      <CurrentUrl />
    </MemoryRouter>,
  );
const link = () => screen.getByRole('link', { name: 'Go' });
const currentUrl = () => screen.getByRole('status').textContent;

test('leads to its page without leaving the site', async () => {
  renderComponent({ to: '/courses?category=Options#list' });
  expect(link()).toHaveAttribute('href', '/courses?category=Options#list');
  await userEvent.click(link());
  expect(currentUrl()).toBe('/courses?category=Options#list');
});

test('works by the keyboard', async () => {
  renderComponent({ to: '/pro' });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(currentUrl()).toBe('/pro');
});

test.each([['ctrlKey'], ['metaKey'], ['shiftKey'], ['altKey']])(
  'leaves a press with %s to the browser',
  (key) => {
    renderComponent({ to: '/pro' });
    const atTheBrowser = jest.fn((event: Event) => {
      expect(event.defaultPrevented).toBe(false);
      // jsdom does not navigate.
      event.preventDefault();
    });
    document.addEventListener('click', atTheBrowser, { once: true });
    fireEvent.click(link(), { [key]: true });
    expect(atTheBrowser).toHaveBeenCalledTimes(1);
    expect(currentUrl()).toBe('/courses/candles');
  },
);

test('does what else is wanted first, and stays if that forbids it', async () => {
  const onClick = jest.fn((event: { preventDefault(): void }) => event.preventDefault());
  renderComponent({ to: '/pro', onClick });
  await userEvent.click(link());
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(currentUrl()).toBe('/courses/candles');
});

test('fetches its page as soon as the person turns to it', async () => {
  const prefetch = jest.fn();
  setPrefetch(prefetch);
  renderComponent({ to: '/pro?plan=1' });
  await userEvent.hover(link());
  expect(prefetch).toHaveBeenCalledWith('/pro');
  prefetch.mockClear();
  await userEvent.tab();
  expect(prefetch).toHaveBeenCalledWith('/pro');
});
