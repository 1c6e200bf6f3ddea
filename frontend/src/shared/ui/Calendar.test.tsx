import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Calendar, type DayState } from './Calendar';

type Options = { month?: string; minMonth?: string; maxMonth?: string; states?: Record<string, DayState> };

function renderComponent({ month: first = '2026-11', minMonth, maxMonth, states = {} }: Options = {}) {
  const onSelect = jest.fn();
  function Page() {
    const [month, setMonth] = useState(first);
    return (
      <Calendar
        month={month}
        today="2026-11-18"
        minMonth={minMonth}
        maxMonth={maxMonth}
        dayState={(day) => states[day] ?? {}}
        onMonthChange={setMonth}
        onSelect={onSelect}
      />
    );
  }
  render(<Page />);
  return onSelect;
}

const day = (name: RegExp) => screen.getByRole('button', { name });

test('is a grid of weeks from Monday, named after its month', () => {
  renderComponent();
  const grid = screen.getByRole('grid', { name: 'Nov-2026' });
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  const [, firstWeek, secondWeek] = within(grid).getAllByRole('row') as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  expect(within(firstWeek).getAllByRole('cell').at(-1)).toHaveTextContent(/^1/);
  expect(within(secondWeek).getAllByRole('cell')[0]).toHaveTextContent(/^2/);
  expect(within(grid).getAllByRole('button')).toHaveLength(30);
});

test('the arrows turn the months, not before the first nor after the last', async () => {
  renderComponent({ minMonth: '2026-11', maxMonth: '2027-01' });
  const previous = screen.getByRole('button', { name: 'Previous month' });
  const next = screen.getByRole('button', { name: 'Next month' });
  expect(previous).toBeDisabled();
  await userEvent.click(next);
  expect(screen.getByRole('grid', { name: 'Dec-2026' })).toBeInTheDocument();
  expect(previous).toBeEnabled();
  await userEvent.click(next);
  expect(screen.getByRole('grid', { name: 'Jan-2027' })).toBeInTheDocument();
  expect(next).toBeDisabled();
  await userEvent.click(previous);
  expect(screen.getByRole('grid', { name: 'Dec-2026' })).toBeInTheDocument();
});

test('a day begins with its number and says what is on it', () => {
  renderComponent({
    states: {
      '2026-11-20': { disabled: true, booked: true },
      '2026-11-23': { marked: true, label: '2 sessions' },
      '2026-11-27': { booked: true, label: '1 session open', selected: true },
    },
  });
  expect(day(/^20 November, Friday, Booked$/)).toHaveAttribute('aria-disabled', 'true');
  expect(day(/^23 November, Monday, 2 sessions$/)).toHaveAttribute('aria-pressed', 'false');
  expect(day(/^27 November, Friday, Booked 1 session open$/)).toHaveAttribute('aria-pressed', 'true');
  expect(within(day(/^20 /)).getByText('Booked')).toBeVisible();
});

test('only today is the current date', () => {
  renderComponent();
  const current = screen.getAllByRole('button').filter((button) => button.hasAttribute('aria-current'));
  expect(current).toHaveLength(1);
  expect(current[0]).toHaveAttribute('aria-current', 'date');
  expect(current[0]).toHaveAccessibleName('18 November, Wednesday');
});

test('a press chooses a day, but not one that is disabled', async () => {
  const onSelect = renderComponent({ states: { '2026-11-20': { disabled: true } } });
  await userEvent.click(day(/^20 /));
  expect(onSelect).not.toHaveBeenCalled();
  await userEvent.click(day(/^21 /));
  expect(onSelect).toHaveBeenCalledTimes(1);
  expect(onSelect).toHaveBeenCalledWith('2026-11-21');
});

test('the grid is one tab stop, on today or on what is chosen', async () => {
  renderComponent();
  for (let press = 0; press < 3; press += 1) await userEvent.tab();
  expect(day(/^18 /)).toHaveFocus();
  await userEvent.tab();
  expect(document.body).toHaveFocus();
});

test('with a chosen day, Tab goes there', async () => {
  renderComponent({ states: { '2026-11-23': { selected: true } } });
  for (let press = 0; press < 3; press += 1) await userEvent.tab();
  expect(day(/^23 /)).toHaveFocus();
});

test.each([
  ['{ArrowRight}', /^19 /],
  ['{ArrowLeft}', /^17 /],
  ['{ArrowDown}', /^25 /],
  ['{ArrowUp}', /^11 /],
  ['{Home}', /^16 /],
  ['{End}', /^22 /],
])('%s moves the focus to %s', async (keys, name) => {
  renderComponent();
  day(/^18 /).focus();
  await userEvent.keyboard(keys);
  expect(day(name)).toHaveFocus();
});

test('keys go on into the next month and the one before', async () => {
  renderComponent();
  day(/^30 /).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(day(/^1 December/)).toHaveFocus();
  await userEvent.keyboard('{PageDown}');
  expect(day(/^1 January/)).toHaveFocus();
  await userEvent.keyboard('{PageUp}{ArrowLeft}');
  expect(day(/^30 November/)).toHaveFocus();
});

test('keys stop at the first month', async () => {
  renderComponent({ minMonth: '2026-11' });
  day(/^3 /).focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(day(/^3 November/)).toHaveFocus();
  await userEvent.keyboard('{PageUp}');
  expect(day(/^3 November/)).toHaveFocus();
});

test('Enter and the space bar choose; a disabled day can be visited but not chosen', async () => {
  const onSelect = renderComponent({ states: { '2026-11-19': { disabled: true, booked: true } } });
  day(/^18 /).focus();
  await userEvent.keyboard('{ArrowRight}{Enter} ');
  expect(day(/^19 /)).toHaveFocus();
  expect(onSelect).not.toHaveBeenCalled();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(onSelect).toHaveBeenCalledWith('2026-11-20');
});
