import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Checkbox } from './Checkbox';

test('its label switches it, and so does the space bar', async () => {
  render(<Checkbox label="Get alerts" />);
  const box = screen.getByRole('checkbox', { name: 'Get alerts' });
  await userEvent.click(screen.getByText('Get alerts'));
  expect(box).toBeChecked();
  box.focus();
  await userEvent.keyboard(' ');
  expect(box).not.toBeChecked();
});

test('its error is tied to it', () => {
  render(<Checkbox label="I agree" error="Please read it first" />);
  expect(screen.getByRole('checkbox', { name: 'I agree' })).toHaveAccessibleDescription(
    'Please read it first',
  );
  expect(screen.getByRole('checkbox')).toBeInvalid();
});
