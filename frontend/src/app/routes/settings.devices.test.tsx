import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  button,
  field,
  findSavedMessage,
  newUser,
  open,
  page,
  requests,
  requestsTo,
  resetHandlers,
  respondWithError,
  save,
  state,
  type,
} from '../../test/settingsPage';
import { DETAILS, DEVICES, device, ERASE, MOBILE_CHANGE, PROOF } from '../../test/settingsServer';

const needed = { code: 'proof_needed', message: "Please confirm that it's you with a new OTP." };
const laptop = device({ _id: 'laptop', name: 'Safari on Mac', current: false });

describe('the devices', () => {
  const rows = () =>
    screen
      .getAllByRole('button', { name: /^Log out .* on / })
      .map((found) => found.closest('li') as HTMLElement);

  test('are listed, this one marked, and nothing is asked for', () => {
    state.devices = [device(), laptop];
    open();
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      'Chrome on AndroidThis deviceActive nowLog out',
      'Safari on MacLast active Sat, 21 Nov 2026, 3:00 PM ISTLog out',
    ]);
    expect(requests).toEqual([]);
  });

  test('another one is logged out, and its row goes', async () => {
    state.devices = [device(), laptop];
    open();
    await userEvent.click(button('Log out Safari on Mac'));
    const statusTexts = await screen.findByText('Safari on Mac is logged out.');
    expect(statusTexts).toHaveFocus();
    expect(rows()).toHaveLength(1);
    expect(requests[0]).toEqual([`DELETE ${DEVICES}/laptop`, null]);
  });

  test('this one is logged out as by the menu, and ends at home', async () => {
    open();
    await userEvent.click(button('Log out Chrome on Android'));
    expect(await screen.findByText('The device has been logged out.')).toBeInTheDocument();
    expect(window.location.pathname).toBe('/');
    expect(screen.getByRole('link', { name: 'Login' })).toBeInTheDocument();
  });

  test('a refusal stays beside the device', async () => {
    state.devices = [device(), laptop];
    open();
    respondWithError(`${DEVICES}/laptop`, 404, {
      code: 'not_found',
      message: 'That device is no longer logged in.',
    });
    await userEvent.click(button('Log out Safari on Mac'));
    expect(await within(rows()[1] as HTMLElement).findByRole('alert')).toHaveTextContent(
      'That device is no longer logged in.',
    );
  });
});

describe('a new proof', () => {
  const reauthenticate = async (dialog: ReturnType<typeof within>) => {
    await userEvent.click(dialog.getByRole('button', { name: 'Send OTP' }));
    await dialog.findByRole('textbox', { name: 'Digit 1' });
    expect(dialog.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    resetHandlers();
    await userEvent.keyboard('123456{Enter}');
  };

  test('is asked for before another email, then the details are saved', async () => {
    open(newUser({ mobile: '9876543210', email: 'old@example.in' }));
    respondWithError(DETAILS, 403, needed);
    await type('Email', 'new@example.in');
    await save();
    const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
    expect(dialog.getByText('+91 98765 43210')).toBeInTheDocument();
    await reauthenticate(dialog);
    expect(await findSavedMessage()).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(field('Email')).toHaveValue('new@example.in');
    expect(requestsTo(PROOF)).toEqual([[`POST ${PROOF}`, { otp: '123456' }]]);
  });

  test('that is left open keeps what was typed and says why', async () => {
    open(newUser({ email: 'old@example.in' }));
    respondWithError(DETAILS, 403, needed);
    await type('Email', 'new@example.in');
    await save();
    await screen.findByRole('dialog', { name: "Confirm it's you" });
    await userEvent.keyboard('{Escape}');
    expect(await page().findByText(needed.message)).toBeInTheDocument();
    expect(field('Email')).toHaveValue('new@example.in');
  });

  test('is asked for before the account is deleted', async () => {
    open(newUser({ mobile: '9876543210' }));
    respondWithError(ERASE, 403, needed);
    await userEvent.click(button('Delete my account'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Mobile number' }), '9876543210');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await dialog.findByText(/Enter a new OTP to delete your account/)).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Delete account' })).not.toBeInTheDocument();
    await reauthenticate(dialog);
    expect(await screen.findByText('Your account is deleted.')).toBeInTheDocument();
    expect(requestsTo(ERASE)).toHaveLength(2);
  });
});

describe('a change of number', () => {
  test('is shown while it waits, and stopped', async () => {
    state.mobileChange = { newNumberEnding: '55', worksFrom: '2026-11-22T09:30:00Z' };
    open();
    expect(page().getByText(/you'll log in with the number ending in 55/)).toHaveTextContent(
      'From Sun, 22 Nov 2026, 3:00 PM IST',
    );
    await userEvent.click(button('Keep my number'));
    await waitFor(() =>
      expect(screen.getByText('The change has been cancelled. You keep your number.')).toHaveFocus(),
    );
    expect(page().queryByText(/about to change/)).not.toBeInTheDocument();
    expect(requestsTo(MOBILE_CHANGE)).toEqual([[`DELETE ${MOBILE_CHANGE}`, null]]);
  });

  test('that there is none says nothing', () => {
    open();
    expect(page().queryByText(/about to change/)).not.toBeInTheDocument();
  });
});
