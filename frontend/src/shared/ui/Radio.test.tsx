import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Radio } from './Radio';

test('is named by its label, and one of its group is chosen', async () => {
  render(
    <>
      <Radio name="price" label="Any price" defaultChecked />
      <Radio name="price" label="Free" />
    </>,
  );
  await userEvent.click(screen.getByText('Free'));
  expect(screen.getByRole('radio', { name: 'Free' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Any price' })).not.toBeChecked();
});
