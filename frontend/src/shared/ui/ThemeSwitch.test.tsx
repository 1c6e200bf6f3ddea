import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeSwitch } from './ThemeSwitch';

const root = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  delete root.dataset.theme;
});

test('goes from system to light to dark and back, and remembers', async () => {
  render(<ThemeSwitch />);
  await userEvent.click(screen.getByRole('button', { name: 'Theme: system' }));
  expect(root).toHaveAttribute('data-theme', 'light');
  expect(localStorage.getItem('theme')).toBe('light');

  await userEvent.click(screen.getByRole('button', { name: 'Theme: light' }));
  expect(root).toHaveAttribute('data-theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');

  await userEvent.click(screen.getByRole('button', { name: 'Theme: dark' }));
  expect(root).not.toHaveAttribute('data-theme');
  expect(localStorage.getItem('theme')).toBeNull();
  expect(screen.getByRole('button', { name: 'Theme: system' })).toBeInTheDocument();
});

test('begins with the theme that the page already shows', () => {
  root.dataset.theme = 'dark';
  render(<ThemeSwitch />);
  expect(screen.getByRole('button', { name: 'Theme: dark' })).toBeInTheDocument();
});

test('works where the browser stores nothing', async () => {
  const refused = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  render(<ThemeSwitch />);
  await userEvent.click(screen.getByRole('button'));
  expect(root).toHaveAttribute('data-theme', 'light');
  expect(refused).toHaveBeenCalled();
  refused.mockRestore();
});
