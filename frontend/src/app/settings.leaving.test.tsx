import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ERASE, EVERYWHERE } from '../test/settingsNetwork';
import {
  asked,
  asksTo,
  button,
  endSession,
  hold,
  loginDialogShown,
  open,
  recover,
  refuse,
  said,
  somebody,
} from './settingsSupport';

const isHomeWith = async (sentence: string) => {
  const words = await screen.findByText(sentence);
  expect(words.closest('[role="status"]')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('home');
  expect(window.location.pathname).toBe('/');
  expect(screen.getByRole('link', { name: 'Login' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sessionStorage).toHaveLength(0);
};

describe('logging out everywhere', () => {
  const ask = async () => {
    await userEvent.click(button('Log out everywhere'));
    return within(await screen.findByRole('dialog', { name: 'Log out everywhere?' }));
  };
  const confirm = (dialog: ReturnType<typeof within>) =>
    dialog.getByRole('button', { name: 'Log out everywhere' });

  test('is confirmed first', async () => {
    open();
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(button('Log out everywhere')).toHaveFocus());
    expect(asked).toEqual([]);
  });

  test('ends at home, as a visitor', async () => {
    open();
    await userEvent.click(confirm(await ask()));
    await isHomeWith('You are logged out on all your devices.');
    expect(asked).toEqual([[`POST ${EVERYWHERE}`, null]]);
  });

  test('asks the server once, however often it is pressed, and cannot be left meanwhile', async () => {
    const release = hold(EVERYWHERE);
    open();
    const dialog = await ask();
    await userEvent.dblClick(confirm(dialog));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    release();
    await isHomeWith('You are logged out on all your devices.');
    expect(asksTo(EVERYWHERE)).toHaveLength(1);
  });

  test('is over for who went elsewhere before the answer, too', async () => {
    const release = hold(EVERYWHERE);
    open();
    await userEvent.click(confirm(await ask()));
    act(() => {
      window.history.pushState(null, '', '/courses');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('courses');
    release();
    await isHomeWith('You are logged out on all your devices.');
  });

  test('that failed says so in place', async () => {
    refuse(EVERYWHERE, 500, null);
    open();
    const dialog = await ask();
    await userEvent.click(confirm(dialog));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Logout failed');
    recover();
    await userEvent.click(confirm(dialog));
    await isHomeWith('You are logged out on all your devices.');
  });

  test('finds that the session was over already', async () => {
    endSession(EVERYWHERE);
    open();
    await userEvent.click(confirm(await ask()));
    await loginDialogShown();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

describe('deleting the account', () => {
  const OWN = '9876543210';
  const NOT_OWN = 'Enter the mobile number of this account, ten digits.';
  const ask = async () => {
    await userEvent.click(button('Delete my account'));
    return within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  };
  const enter = async (dialog: ReturnType<typeof within>, mobile: string) => {
    if (mobile) await userEvent.type(dialog.getByRole('textbox', { name: 'Mobile number' }), mobile);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  };
  const me = () => somebody({ mobile: OWN });

  test('says what goes and what stays, and can be left', async () => {
    open(me());
    const dialog = await ask();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(
      'It cannot be brought back, by you or by us.',
    );
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Your name, mobile number, e-mail, company, GSTIN and address',
      'The messages we sent you, your progress, and your sessions on all devices',
      'Your way into your courses, live sessions and Pro',
      'Invoices, because the law asks us to keep them; one for a company names it and its GSTIN',
      'The record of consents given and taken back, as proof',
      'That this number has had its free trial, in a form that does not show the number',
    ]);
    expect(dialog.getByRole('link', { name: 'download your data' })).toHaveAttribute(
      'href',
      '/api/user/data',
    );
    expect(dialog.getByRole('heading', { name: 'Deleted at once' }).parentElement).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(button('Delete my account')).toHaveFocus());
    expect(asked).toEqual([]);
  });

  test.each(['', '98765', '9876543211', 'delete'])('with %j in the box sends nothing', async (mobile) => {
    open(me());
    const dialog = await ask();
    await enter(dialog, mobile);
    const box = dialog.getByRole('textbox', { name: 'Mobile number' });
    expect(box).toHaveFocus();
    expect(box).toHaveAccessibleDescription(`+91 ${NOT_OWN}`);
    expect(asked).toEqual([]);
    await userEvent.type(box, '1');
    expect(box).toBeValid();
  });

  test.each([OWN, '+91 98765-43210', '९८७६५ ४३२१०'])('with %j ends at home, as a visitor', async (mobile) => {
    open(me());
    await enter(await ask(), mobile);
    await isHomeWith('Your account is deleted.');
    expect(asked).toEqual([[`POST ${ERASE}`, { mobile: OWN }]]);
  });

  test('asks the server once, however often it is pressed', async () => {
    const release = hold(ERASE);
    open(me());
    const dialog = await ask();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Mobile number' }), OWN);
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Delete account' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    release();
    await isHomeWith('Your account is deleted.');
    expect(asksTo(ERASE)).toHaveLength(1);
  });

  test('hears the server about the number beside its box', async () => {
    refuse(ERASE, 400, { message: 'No.', code: 'invalid', errors: { mobile: [NOT_OWN] } });
    open(me());
    const dialog = await ask();
    await enter(dialog, OWN);
    const box = dialog.getByRole('textbox', { name: 'Mobile number' });
    await waitFor(() => expect(box).toHaveAccessibleDescription(`+91 ${NOT_OWN}`));
    expect(dialog.getAllByRole('alert')).toHaveLength(1);
  });

  test.each([
    [409, { message: 'This account belongs to the staff.', code: 'staff_account' }, /^This account belongs/],
    [500, null, /^Something went wrong/],
  ])('that was refused (%s) says so in place', async (status, body, words) => {
    refuse(ERASE, status, body);
    open(me());
    const dialog = await ask();
    await enter(dialog, OWN);
    expect(await dialog.findByRole('alert')).toHaveTextContent(words);
    expect(window.location.pathname).toBe('/settings');
  });

  test('waits behind the login dialog when the session ended', async () => {
    endSession(ERASE);
    open(me());
    await enter(await ask(), OWN);
    await loginDialogShown();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

describe('the sentence on the home page', () => {
  const leave = async () => {
    open();
    await userEvent.click(button('Log out everywhere'));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }));
    await isHomeWith('You are logged out on all your devices.');
  };

  test('can be dismissed', async () => {
    await leave();
    await userEvent.click(button('Dismiss'));
    expect(said()).toEqual([]);
  });

  test('goes when the person goes on, and does not come back', async () => {
    await leave();
    await userEvent.click(screen.getByRole('link', { name: 'Login' }));
    expect(said()).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: 'Rally' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('home');
    expect(said()).toEqual([]);
  });
});
