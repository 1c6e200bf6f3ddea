import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { course, courses, layoutServer, renderLayout } from '../../test/layoutPage';
import { MainNav } from './MainNav';

const { server, requests } = layoutServer();

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  server.use(courses([course(1)]));
});
afterEach(() => {
  jest.useRealTimers();
});

const start = (beside: ReactNode = null) => {
  renderLayout(
    <>
      <MainNav />
      {beside}
    </>,
  );
  return {
    person: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }),
    button: screen.getByRole('button', { name: 'Courses' }),
    other: screen.getByRole('button', { name: 'Live' }),
  };
};
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const isOpen = (button: HTMLElement) => button.getAttribute('aria-expanded') === 'true';
const panelOf = (button: HTMLElement) => {
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
  if (!panel) throw new Error('The button controls nothing.');
  return panel;
};

function BackButton() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  );
}

test('Back to a page does not open the menu again that was left open there', async () => {
  const { person, button } = start(<BackButton />);
  await person.click(button);
  fireEvent.click(screen.getByRole('link', { name: 'Academy' }));
  expect(isOpen(button)).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  expect(isOpen(button)).toBe(false);
});

test('leads to the pages and says where the person is', () => {
  start();
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Academy' })).toHaveAttribute('href', '/academy');
  expect(screen.getByRole('link', { name: 'Academy' })).not.toHaveAttribute('aria-current');
});

test('nothing is fetched before a menu opens', async () => {
  const { person, button } = start();
  act(() => button.focus());
  await pass(1000);
  expect(requests).toEqual([]);
  await person.hover(button);
  await screen.findByRole('heading', { name: 'Trending Courses' });
  expect(requests.sort()).toEqual(['/api/category', '/api/course/mobile']);
});

test('a closed panel is there and hidden', () => {
  const { button } = start();
  expect(panelOf(button)).not.toBeVisible();
});

describe('with the mouse', () => {
  test('opens on hover and closes 200 ms after the mouse left', async () => {
    const { person, button } = start();
    await person.hover(button);
    expect(isOpen(button)).toBe(true);
    expect(panelOf(button)).toBeVisible();
    await person.unhover(button);
    await pass(199);
    expect(isOpen(button)).toBe(true);
    await pass(1);
    expect(isOpen(button)).toBe(false);
  });

  test('coming back in time, or into the panel, keeps it open', async () => {
    const { person, button } = start();
    await person.hover(button);
    await person.unhover(button);
    await pass(150);
    await person.hover(panelOf(button));
    await pass(1000);
    expect(isOpen(button)).toBe(true);
  });

  test('a press on what hover has opened does not close it, the next one does', async () => {
    const { person, button } = start();
    await person.hover(button);
    await person.click(button);
    expect(isOpen(button)).toBe(true);
    await person.click(button);
    expect(isOpen(button)).toBe(false);
  });

  test('a press outside closes it', async () => {
    const { person, button } = start();
    await person.click(button);
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(isOpen(button)).toBe(false);
  });

  test('a press inside does not', async () => {
    const { person, button } = start();
    await person.click(button);
    await person.click(await screen.findByRole('heading', { name: 'Trending Courses' }));
    expect(isOpen(button)).toBe(true);
  });

  test('crossing the other button on the way changes nothing, staying on it does', async () => {
    const { person, button, other } = start();
    await person.hover(button);
    await person.hover(other);
    await pass(50);
    await person.hover(panelOf(button));
    await pass(500);
    expect([isOpen(button), isOpen(other)]).toEqual([true, false]);
    await person.hover(other);
    await pass(100);
    expect([isOpen(button), isOpen(other)]).toEqual([false, true]);
  });

  test('choosing a link closes it', async () => {
    const { person, button } = start();
    await person.hover(button);
    await person.click(await screen.findByRole('link', { name: 'Course 1' }));
    expect(isOpen(button)).toBe(false);
    expect(screen.getByLabelText('Address')).toHaveTextContent('/courses/course-1');
  });
});

test('a finger opens it by a press and closes it by the next', async () => {
  const { person, button } = start();
  fireEvent.pointerEnter(button, { pointerType: 'touch' });
  expect(isOpen(button)).toBe(false);
  await person.pointer([{ keys: '[TouchA]', target: button }]);
  expect(isOpen(button)).toBe(true);
  await person.pointer([{ keys: '[TouchA]', target: button }]);
  expect(isOpen(button)).toBe(false);
});

describe('with the keyboard', () => {
  test('opens by Enter, and by Space', async () => {
    const { person, button } = start();
    act(() => button.focus());
    await person.keyboard('{Enter}');
    expect(isOpen(button)).toBe(true);
    await person.keyboard('{Enter}');
    expect(isOpen(button)).toBe(false);
    await person.keyboard(' ');
    expect(isOpen(button)).toBe(true);
  });

  test('its links follow the button, and leaving them closes it', async () => {
    const { person, button, other } = start();
    act(() => button.focus());
    await person.keyboard('{Enter}');
    const first = await screen.findByRole('link', { name: 'Course 1' });
    await person.tab();
    expect(first).toHaveFocus();
    await within(panelOf(button)).findByText('Categories are coming soon.');
    for (let presses = 0; presses < 10 && !other.matches(':focus'); presses += 1) await person.tab();
    expect(other).toHaveFocus();
    expect(isOpen(button)).toBe(false);
  });

  test('Escape closes it from inside and gives the focus to the button', async () => {
    const { person, button } = start();
    act(() => button.focus());
    await person.keyboard('{Enter}');
    await screen.findByRole('link', { name: 'Course 1' });
    await person.tab();
    await person.keyboard('{Escape}');
    expect(isOpen(button)).toBe(false);
    expect(button).toHaveFocus();
  });

  test('Escape closes what hover has opened', async () => {
    const { person, button } = start();
    await person.hover(button);
    await person.keyboard('{Escape}');
    expect(isOpen(button)).toBe(false);
    expect(button).toHaveFocus();
  });

  test('a mouse that leaves does not drop the focus', async () => {
    const { person, button } = start();
    await person.click(button);
    await screen.findByRole('link', { name: 'Course 1' });
    act(() => screen.getByRole('link', { name: 'Course 1' }).focus());
    await person.unhover(button);
    await pass(200);
    expect(isOpen(button)).toBe(false);
    expect(button).toHaveFocus();
  });
});
