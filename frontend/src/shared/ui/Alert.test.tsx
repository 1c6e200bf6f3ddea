import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Alert } from './Alert';

test('is read out and can be dismissed', async () => {
  const onClose = jest.fn();
  render(
    <Alert title="Payment failed" onClose={onClose}>
      The bank did not answer.
    </Alert>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Payment failedThe bank did not answer.');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('has no button where it cannot be dismissed', () => {
  render(<Alert tone="success">Applied.</Alert>);
  expect(screen.getByRole('alert')).toHaveTextContent('Applied.');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
