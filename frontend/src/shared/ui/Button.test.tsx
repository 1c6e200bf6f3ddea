import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './Button';

test('does what it says by pointer and by key', async () => {
  const onClick = jest.fn();
  render(<Button onClick={onClick}>Continue</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledTimes(2);
});

test('sends no form unless asked to', async () => {
  const onSubmit = jest.fn((event) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button>Edit</Button>
      <Button type="submit">Verify</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('while loading it keeps its name, cannot be pressed and says so', async () => {
  const onClick = jest.fn();
  const view = (loading: boolean) => (
    <Button loading={loading} loadingText="Sending the code" onClick={onClick}>
      Continue
    </Button>
  );
  const { rerender } = render(view(false));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();

  rerender(view(true));
  const button = screen.getByRole('button', { name: 'Continue' });
  expect(button).toBeDisabled();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('status')).toHaveTextContent('Sending the code');
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('ignores the second click of a double click where it can load', async () => {
  const onClick = jest.fn();
  render(
    <>
      <Button loading={false} onClick={onClick}>
        Save
      </Button>
      <Button onClick={onClick}>Next month</Button>
    </>,
  );
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
  expect(onClick).toHaveBeenCalledTimes(1);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Next month' }));
  expect(onClick).toHaveBeenCalledTimes(3);
});
