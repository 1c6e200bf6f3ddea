import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorState } from './ErrorState';

test('says what went wrong and tries again', async () => {
  const onRetry = jest.fn();
  render(<ErrorState message="The list could not be loaded." onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('The list could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('offers nothing that it cannot do', () => {
  render(<ErrorState />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
