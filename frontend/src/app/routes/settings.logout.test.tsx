import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  button,
  delayResponses,
  endSession,
  findLoginDialog,
  newUser,
  open,
  requests,
  requestsTo,
  resetHandlers,
  respondWithError,
  state,
  statusTexts,
} from '../../test/settingsPage';
import { ERASE, ERASURE_REFUNDS, EVERYWHERE } from '../../test/settingsServer';

const expectHomeWithNotice = async (sentence: string) => {
  const testimonial = await screen.findByText(sentence);
  expect(testimonial.closest('[role="status"]')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('home');
  expect(window.location.pathname).toBe('/');
  expect(screen.getByRole('link', { name: 'Login' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sessionStorage).toHaveLength(0);
};

describe('logging out everywhere', () => {
  const openDialog = async () => {
    await userEvent.click(button('Log out everywhere'));
    return within(await screen.findByRole('dialog', { name: 'Log out everywhere?' }));
  };
  const confirm = (dialog: ReturnType<typeof within>) =>
    dialog.getByRole('button', { name: 'Log out everywhere' });

  test('is confirmed first', async () => {
    open();
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(button('Log out everywhere')).toHaveFocus());
    expect(requests).toEqual([]);
  });

  test('ends at home, as a visitor', async () => {
    open();
    await userEvent.click(confirm(await openDialog()));
    await expectHomeWithNotice('You are logged out on all your devices.');
    expect(requests).toEqual([[`POST ${EVERYWHERE}`, null]]);
  });

  test('asks the server once, however often it is pressed, and cannot be left meanwhile', async () => {
    const release = delayResponses(EVERYWHERE);
    open();
    const dialog = await openDialog();
    await userEvent.dblClick(confirm(dialog));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    release();
    await expectHomeWithNotice('You are logged out on all your devices.');
    expect(requestsTo(EVERYWHERE)).toHaveLength(1);
  });

  test('is over for who went elsewhere before the answer, too', async () => {
    const release = delayResponses(EVERYWHERE);
    open();
    await userEvent.click(confirm(await openDialog()));
    act(() => {
      window.history.pushState(null, '', '/courses');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('courses');
    release();
    await expectHomeWithNotice('You are logged out on all your devices.');
  });

  test('that failed says so in place', async () => {
    respondWithError(EVERYWHERE, 500, null);
    open();
    const dialog = await openDialog();
    await userEvent.click(confirm(dialog));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Logout failed');
    resetHandlers();
    await userEvent.click(confirm(dialog));
    await expectHomeWithNotice('You are logged out on all your devices.');
  });

  test('finds that the session was over already', async () => {
    endSession(EVERYWHERE);
    open();
    await userEvent.click(confirm(await openDialog()));
    await findLoginDialog();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

describe('deleting the account', () => {
  const OWN = '9876543210';
  const PLAN = [`GET ${ERASURE_REFUNDS}`, null];
  const NOT_OWN = 'Enter the 10-digit mobile number of this account.';
  const openDialog = async () => {
    await userEvent.click(button('Delete my account'));
    return within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  };
  const enter = async (dialog: ReturnType<typeof within>, mobile: string) => {
    if (mobile) await userEvent.type(dialog.getByRole('textbox', { name: 'Mobile number' }), mobile);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  };
  const me = () => newUser({ mobile: OWN });

  test('says what goes and what stays, and can be left', async () => {
    open(me());
    const dialog = await openDialog();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('This cannot be undone.');
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Your name, mobile number, email, company, GSTIN and address',
      'The messages we sent you, your progress, and your logins on all devices',
      'Your access to courses, live sessions and Pro',
      "Invoices, because the law requires it; a company's invoices keep its name and GSTIN",
      'The record of consents given and withdrawn, as proof',
      'A record that this number has used its free trial and its coupons, without the number itself',
    ]);
    expect(dialog.getByRole('link', { name: 'download your data' })).toHaveAttribute(
      'href',
      '/api/user/data',
    );
    expect(dialog.getByRole('heading', { name: 'Deleted immediately' }).parentElement).toHaveFocus();
    expect(await dialog.findByText(/^Grievances stay complete for 6 years after/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(button('Delete my account')).toHaveFocus());
    expect(requests).toEqual([PLAN]);
  });

  test('says what is refunded, and that the rest is not', async () => {
    state.refunds = [
      { number: 'RA-1', title: 'Options from first principles', amount: 2358.82 },
      { number: 'RA-2', title: 'Gap and range, 5 Dec 2026', amount: 118 },
    ];
    open(me());
    const dialog = await openDialog();
    const heading = await dialog.findByRole('heading', { name: 'Refunded to your original payment method' });
    const [list, note] = [heading.nextElementSibling, heading.nextElementSibling?.nextElementSibling];
    expect(
      within(list as HTMLElement)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['Options from first principles: ₹2,358.82', 'Gap and range, 5 Dec 2026: ₹118.00']);
    expect(note).toHaveTextContent('Everything else you bought ends without a refund.');
  });

  test('deletes nothing before it is known what is refunded', async () => {
    respondWithError(ERASURE_REFUNDS, 503, null);
    open(me());
    const dialog = await openDialog();
    expect(await dialog.findByText('Failed to fetch what is refunded')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled();
    resetHandlers();
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Delete account' })).toBeEnabled());
  });

  test.each(['', '98765', '9876543211', 'delete'])('with %j in the box sends nothing', async (mobile) => {
    open(me());
    const dialog = await openDialog();
    await enter(dialog, mobile);
    const box = dialog.getByRole('textbox', { name: 'Mobile number' });
    expect(box).toHaveFocus();
    expect(box).toHaveAccessibleDescription(`+91 ${NOT_OWN}`);
    expect(requests).toEqual([PLAN]);
    await userEvent.type(box, '1');
    expect(box).toBeValid();
  });

  test.each([OWN, '+91 98765-43210', '९८७६५ ४३२१०'])('with %j ends at home, as a visitor', async (mobile) => {
    open(me());
    await enter(await openDialog(), mobile);
    await expectHomeWithNotice('Your account is deleted.');
    expect(requests).toEqual([PLAN, [`POST ${ERASE}`, { mobile: OWN }]]);
  });

  test('asks the server once, however often it is pressed', async () => {
    const release = delayResponses(ERASE);
    open(me());
    const dialog = await openDialog();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Mobile number' }), OWN);
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Delete account' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    release();
    await expectHomeWithNotice('Your account is deleted.');
    expect(requestsTo(ERASE)).toHaveLength(1);
  });

  test('hears the server about the number beside its box', async () => {
    respondWithError(ERASE, 400, { message: 'No.', code: 'invalid', errors: { mobile: [NOT_OWN] } });
    open(me());
    const dialog = await openDialog();
    await enter(dialog, OWN);
    const box = dialog.getByRole('textbox', { name: 'Mobile number' });
    await waitFor(() => expect(box).toHaveAccessibleDescription(`+91 ${NOT_OWN}`));
    expect(dialog.getAllByRole('alert')).toHaveLength(1);
  });

  test.each([
    [409, { message: 'This account belongs to the staff.', code: 'staff_account' }, /^This account belongs/],
    [500, null, /^Something went wrong/],
  ])('that was refused (%s) says so in place', async (status, body, testimonial) => {
    respondWithError(ERASE, status, body);
    open(me());
    const dialog = await openDialog();
    await enter(dialog, OWN);
    expect(await dialog.findByRole('alert')).toHaveTextContent(testimonial);
    expect(window.location.pathname).toBe('/settings');
  });

  test('waits behind the login dialog when the session ended', async () => {
    endSession(ERASE);
    open(me());
    await enter(await openDialog(), OWN);
    await findLoginDialog();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

describe('the sentence on the home page', () => {
  const leave = async () => {
    open();
    await userEvent.click(button('Log out everywhere'));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }));
    await expectHomeWithNotice('You are logged out on all your devices.');
  };

  test('can be dismissed', async () => {
    await leave();
    await userEvent.click(button('Dismiss'));
    expect(statusTexts()).toEqual([]);
  });

  test('goes when the person goes on, and does not come back', async () => {
    await leave();
    await userEvent.click(screen.getByRole('link', { name: 'Login' }));
    expect(statusTexts()).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: 'Rally' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('home');
    expect(statusTexts()).toEqual([]);
  });
});
