import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tabs } from './Tabs';

const items = [
  { id: 'webinars', label: 'Webinars', content: 'Three webinars' },
  { id: 'mentors', label: 'Mentorships', content: 'Two mentorships' },
];

test('shows the first, then what is pressed', async () => {
  const onValueChange = jest.fn();
  render(<Tabs label="Live" items={items} onValueChange={onValueChange} />);
  expect(screen.getByRole('tabpanel', { name: 'Webinars' })).toHaveTextContent('Three webinars');
  await userEvent.click(screen.getByRole('tab', { name: 'Mentorships' }));
  expect(screen.getByRole('tabpanel', { name: 'Mentorships' })).toHaveTextContent('Two mentorships');
  expect(onValueChange).toHaveBeenLastCalledWith('mentors');
});

test('arrow keys move between the tabs', async () => {
  render(<Tabs label="Live" items={items} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Mentorships' })).toHaveFocus();
  expect(screen.getByRole('tab', { name: 'Mentorships' })).toHaveAttribute('aria-selected', 'true');
});

test('a mouse over a tab opens it where that is wanted', async () => {
  render(<Tabs hover label="Live" items={items} />);
  await userEvent.hover(screen.getByRole('tab', { name: 'Mentorships' }));
  expect(screen.getByRole('tabpanel', { name: 'Mentorships' })).toBeVisible();
});

test('a finger has to press, and without the option a mouse too', async () => {
  const { rerender } = render(<Tabs hover label="Live" items={items} />);
  fireEvent.pointerEnter(screen.getByRole('tab', { name: 'Mentorships' }), { pointerType: 'touch' });
  expect(screen.getByRole('tab', { name: 'Webinars' })).toHaveAttribute('aria-selected', 'true');
  rerender(<Tabs label="Live" items={items} />);
  await userEvent.hover(screen.getByRole('tab', { name: 'Mentorships' }));
  expect(screen.getByRole('tab', { name: 'Webinars' })).toHaveAttribute('aria-selected', 'true');
});

test('a value from outside decides', async () => {
  render(<Tabs label="Live" items={items} value="webinars" />);
  await userEvent.click(screen.getByRole('tab', { name: 'Mentorships' }));
  expect(screen.getByRole('tab', { name: 'Webinars' })).toHaveAttribute('aria-selected', 'true');
});
