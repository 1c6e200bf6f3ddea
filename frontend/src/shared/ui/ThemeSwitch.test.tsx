import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTheme, useTheme } from '../stores/theme';
import { ThemeSwitch } from './ThemeSwitch';

const root = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  delete root.dataset.theme;
  useTheme.setState({ theme: 'system' });
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

test('takes the theme that the page already has', () => {
  root.dataset.theme = 'dark';
  loadTheme();
  render(<ThemeSwitch />);
  expect(screen.getByRole('button', { name: 'Theme: dark' })).toBeInTheDocument();
  act(() => useTheme.getState().choose('system'));
});

test('every switch on the page shows the same', async () => {
  render(
    <>
      <ThemeSwitch />
      <ThemeSwitch />
    </>,
  );
  const [first] = screen.getAllByRole('button', { name: 'Theme: system' });
  await userEvent.click(first as HTMLElement);
  expect(screen.getAllByRole('button', { name: 'Theme: light' })).toHaveLength(2);
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
