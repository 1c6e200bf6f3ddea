import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';

function Cancelling() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Cancel this session?"
        description="The seat goes to another."
      >
        <input aria-label="Reason" />
      </Dialog>
    </>
  );
}

const opened = async () => {
  render(<Cancelling />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  return screen.getByRole('dialog', { name: 'Cancel this session?' });
};

/** The page behind a dialog has pointer-events: none, but a touch still fires pointerdown on the body. */
const pressOutside = () => userEvent.setup({ pointerEventsCheck: 0 }).click(document.body);

test('opens with its name and description and takes the focus to its first field', async () => {
  const dialog = await opened();
  expect(dialog).toHaveAccessibleDescription('The seat goes to another.');
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
});

test('Escape closes it and gives the focus back', async () => {
  await opened();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
});

test('the close button closes it', async () => {
  await opened();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the focus stays inside', async () => {
  const dialog = await opened();
  for (let press = 0; press < 3; press += 1) {
    await userEvent.tab();
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  }
});

test('one that must not be left has no close button and ignores Escape and a press outside', async () => {
  const onOpenChange = jest.fn();
  render(
    <Dialog open onOpenChange={onOpenChange} dismissible={false} title="Processing">
      <p>Do not refresh</p>
    </Dialog>,
  );
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await pressOutside();
  expect(screen.getByRole('dialog', { name: 'Processing' })).toBeInTheDocument();
  expect(onOpenChange).not.toHaveBeenCalled();
});

describe('a press outside', () => {
  const closed = async (ignoresOutside: boolean) => {
    const onOpenChange = jest.fn();
    render(
      <Dialog open onOpenChange={onOpenChange} ignoresOutside={ignoresOutside} title="Log in">
        <input aria-label="Number" />
      </Dialog>,
    );
    await pressOutside();
    return onOpenChange;
  };

  test('closes it', async () => {
    const onOpenChange = await closed(false);
    expect(onOpenChange.mock.calls).toEqual([[false]]);
  });

  test('does nothing to one that came uncalled for, which Escape and its button still close', async () => {
    const onOpenChange = await closed(true);
    expect(onOpenChange).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onOpenChange.mock.calls).toEqual([[false], [false]]);
  });
});

describe('one that nothing on the page triggers', () => {
  const sides = (open: boolean, opener?: HTMLElement) => (
    <>
      <main id="main" tabIndex={-1}>
        <button type="button">Before</button>
      </main>
      <Dialog open={open} onOpenChange={() => undefined} opener={opener} title="Log in">
        <input aria-label="Number" />
      </Dialog>
    </>
  );
  const before = () => screen.getByText('Before');
  const opened = () => screen.findByRole('dialog', { name: 'Log in' });

  test('gives the focus back to where it was', async () => {
    const { rerender } = render(sides(false));
    before().focus();
    rerender(sides(true));
    await opened();
    rerender(sides(false));
    await waitFor(() => expect(before()).toHaveFocus());
  });

  test('gives the focus to its opener, though that had lost it meanwhile', async () => {
    const { rerender } = render(sides(false));
    rerender(sides(true, before()));
    await opened();
    rerender(sides(false, before()));
    await waitFor(() => expect(before()).toHaveFocus());
  });

  test('gives the focus to the content where nothing had it', async () => {
    const { rerender } = render(sides(false));
    rerender(sides(true));
    await opened();
    rerender(sides(false));
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
});
