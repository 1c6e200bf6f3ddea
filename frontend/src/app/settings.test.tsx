import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NOT_GSTIN } from '../features/account/lib/gstin';
import { stateNames } from '../features/account/lib/indianStates';
import { consent, DETAILS } from '../test/settingsNetwork';
import {
  asked,
  asksTo,
  button,
  endSession,
  field,
  hold,
  logIn,
  loginDialogShown,
  open,
  page,
  recover,
  refuse,
  said,
  save,
  saved,
  somebody,
  state,
  stateField,
  type,
  unreachable,
} from './settingsSupport';

describe('the details', () => {
  const FULL = {
    name: 'Ananya Iyer',
    email: 'ananya@example.in',
    state: 'Kerala',
    company: 'Iyer Mills',
    gstNo: '27AAPFU0939F1ZV',
    address: '4 Hill Road\nKochi',
  };

  test('stand in the form, and nothing is asked for', () => {
    open(somebody(FULL));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Settings');
    const shown = ['Name', 'E-mail', 'Company', 'GSTIN', 'Address'].map((name) => field(name).value);
    expect(shown).toEqual([FULL.name, FULL.email, FULL.company, FULL.gstNo, FULL.address]);
    expect(stateField()).toHaveValue('Kerala');
    expect(asked).toEqual([]);
  });

  test('hold the mobile number, which cannot be changed, and say why', () => {
    open(somebody({ mobile: '9876543210' }));
    expect(page().getByText('Mobile number').tagName).toBe('DT');
    expect(page().getByText('+91 98765 43210').tagName).toBe('DD');
    expect(
      page().getByText('You log in with this number, so it cannot be changed here.'),
    ).toBeInTheDocument();
    expect(page().queryByRole('textbox', { name: /mobile/i })).not.toBeInTheDocument();
  });

  test('offer the states and union territories in alphabetical order', () => {
    open();
    const names = within(stateField()).getAllByRole('option');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Not given', ...stateNames]);
    expect(stateField()).toHaveValue('');
  });

  test('keep a state that is on no list', async () => {
    open(somebody({ state: 'Bombay' }));
    expect(stateField()).toHaveValue('Bombay');
    await userEvent.selectOptions(stateField(), 'Goa');
    await userEvent.selectOptions(stateField(), 'Bombay');
    expect(stateField()).toHaveValue('Bombay');
    expect(button('Save')).toBeDisabled();
  });

  test('are saved: only what changed is sent, and the header follows', async () => {
    open(somebody(FULL));
    expect(button('Ananya Iyer')).toHaveTextContent('AI');
    await type('Name', 'Leela Menon');
    await userEvent.selectOptions(stateField(), 'Goa');
    await save();
    expect(await saved()).toHaveAttribute('role', 'status');
    expect(asked).toEqual([[`PUT ${DETAILS}`, { name: 'Leela Menon', state: 'Goa' }]]);
    expect(button('Leela Menon')).toHaveTextContent('LM');
    expect(button('Save')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument();
  });

  test('are saved by Enter as well', async () => {
    open();
    await userEvent.type(field('Company'), 'Menon & Co{Enter}');
    await saved();
    expect(asked).toEqual([[`PUT ${DETAILS}`, { company: 'Menon & Co' }]]);
  });

  test('can be saved only when something changed', async () => {
    open(somebody(FULL));
    expect(button('Save')).toBeDisabled();
    await userEvent.type(field('Name'), 'a');
    expect(button('Save')).toBeEnabled();
    await userEvent.type(field('Name'), '{Backspace}  ');
    expect(button('Save')).toBeDisabled();
    await userEvent.type(field('Name'), '{Enter}');
    expect(asked).toEqual([]);
  });

  test('can be cleared', async () => {
    open(somebody(FULL));
    await type('Company', '');
    await type('GSTIN', '');
    await userEvent.selectOptions(stateField(), 'Not given');
    await save();
    await saved();
    expect(asked).toEqual([[`PUT ${DETAILS}`, { state: '', company: '', gstNo: '' }]]);
  });

  test('stop saying that they are saved when they change again', async () => {
    open();
    await type('Name', 'Leela');
    await save();
    await saved();
    await userEvent.type(field('Name'), ' Menon');
    expect(said()).toEqual([]);
  });

  test('show what the server made of them', async () => {
    open();
    await type('GSTIN', ' 27aapfu0939f1zv ');
    await save();
    await saved();
    expect(asked).toEqual([[`PUT ${DETAILS}`, { gstNo: '27aapfu0939f1zv' }]]);
    expect(field('GSTIN')).toHaveValue('27AAPFU0939F1ZV');
  });
});

describe('what is wrong', () => {
  const NOT_SAVED = { message: 'Please check what you entered.', code: 'invalid' };

  test('is said beside its field, and the first wrong one gets the focus', async () => {
    const errors = { email: ['Enter a valid e-mail address.'], address: ['Too long.', 'Really.'] };
    refuse(DETAILS, 400, { ...NOT_SAVED, errors });
    open();
    await type('Name', 'Leela');
    await type('E-mail', 'leela@');
    await type('Address', 'x');
    await save();
    await waitFor(() => expect(field('E-mail')).toHaveFocus());
    expect(field('E-mail')).toBeInvalid();
    expect(field('E-mail')).toHaveAccessibleDescription('Enter a valid e-mail address.');
    expect(field('Address')).toHaveAccessibleDescription('Too long.');
    expect(field('Name')).toBeValid();
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Enter a valid e-mail address.',
      'Too long.',
    ]);
    expect(field('E-mail')).toHaveValue('leela@');
    expect(button('Ananya Iyer')).toHaveTextContent('AI');
  });

  test('is no longer said once it is mended, while the rest is', async () => {
    refuse(DETAILS, 400, { ...NOT_SAVED, errors: { email: ['No mail.'], address: ['Too long.'] } });
    open();
    await type('E-mail', 'leela@');
    await save();
    await screen.findByText('No mail.');
    await userEvent.type(field('E-mail'), 'x');
    expect(field('E-mail')).toBeValid();
    expect(field('Address')).toHaveAccessibleDescription('Too long.');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  test('is found by the browser in a GSTIN, and nothing is sent', async () => {
    open();
    await type('GSTIN', '27AAPFU0939F1ZX');
    await save();
    expect(field('GSTIN')).toHaveFocus();
    expect(field('GSTIN')).toHaveAccessibleDescription(
      `15 characters, where an invoice is for a business. ${NOT_GSTIN}`,
    );
    expect(screen.getByRole('alert')).toHaveTextContent(NOT_GSTIN);
    expect(asked).toEqual([]);
  });

  test('is for the server to say, also where the browser finds nothing', async () => {
    refuse(DETAILS, 400, { ...NOT_SAVED, errors: { gstNo: ['This GSTIN was cancelled.'] } });
    open();
    await type('GSTIN', '27AAPFU0939F1ZV');
    await save();
    expect(await screen.findByText('This GSTIN was cancelled.')).toBeInTheDocument();
    expect(field('GSTIN')).toHaveFocus();
  });

  test.each([
    [400, NOT_SAVED, 'Please check what you entered.'],
    [403, { message: 'The page is too old. Reload it.', code: 'csrf' }, 'The page is too old. Reload it.'],
    [500, null, 'Updating data failed'],
    [503, { message: 'Back in a minute.', code: 'unavailable' }, 'Back in a minute.'],
  ])('with status %s is said in the form, and what was typed stays', async (status, body, words) => {
    refuse(DETAILS, status, body);
    open();
    await type('Name', 'Leela');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(field('Name')).toHaveValue('Leela');
    recover();
    await save();
    await saved();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('without a network is said in the form', async () => {
    unreachable(DETAILS);
    open();
    await type('Name', 'Leela');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Updating data failed');
    expect(button('Save')).toBeEnabled();
  });

  test('with a wait says how long', async () => {
    refuse(DETAILS, 429, { message: 'Too many changes.', code: 'throttled' }, { 'Retry-After': '90' });
    open();
    await type('Name', 'Leela');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many changes. Try again in 2 minutes.');
  });
});

describe('on a slow network', () => {
  test('a double press saves once', async () => {
    const release = hold(DETAILS);
    open();
    await type('Name', 'Leela');
    await userEvent.dblClick(button('Save'));
    expect(button('Save')).toBeDisabled();
    expect(said()).toEqual(['Please wait']);
    await userEvent.type(field('Name'), '{Enter}');
    release();
    await saved();
    expect(asked).toEqual([[`PUT ${DETAILS}`, { name: 'Leela' }]]);
  });

  test('what is typed on meanwhile is neither lost nor taken for saved', async () => {
    const release = hold(DETAILS);
    open();
    await type('Name', 'Leela');
    await save();
    await userEvent.type(field('Name'), ' Menon');
    release();
    await waitFor(() => expect(button('Leela')).toHaveTextContent('L'));
    expect(field('Name')).toHaveValue('Leela Menon');
    await save();
    await saved();
    expect(asksTo(DETAILS).at(-1)).toEqual([`PUT ${DETAILS}`, { name: 'Leela Menon' }]);
  });

  test('what was typed before the scripts came is taken over', () => {
    const written =
      '<input data-written name="name" value="Ananya Iyer"><input data-written name="company" value="Menon">';
    open(somebody(), { written });
    expect(field('Name')).toHaveValue('Ananya Iyer');
    expect(field('Company')).toHaveValue('Menon');
    expect(button('Save')).toBeEnabled();
  });

  test('the field that had the focus before the scripts came has it after', () => {
    const user = somebody({ address: '4 Hill Road\r\nKochi' });
    state.person = user;
    const written = '<textarea data-written name="address">4 Hill Road\nKochi</textarea>';
    const focus = jest.spyOn(document, 'activeElement', 'get');
    focus.mockImplementation(() => document.querySelector('[data-written]'));
    open(user, { written });
    focus.mockRestore();
    expect(field('Address')).toHaveFocus();
    expect(button('Save')).toBeDisabled();
  });
});

describe('what is not saved', () => {
  test('is still there after another page was visited', async () => {
    open();
    await type('Name', 'Leela');
    await userEvent.click(page().getByRole('heading', { level: 1 }));
    await userEvent.click(screen.getByRole('link', { name: 'My Learnings' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('my-learnings');
    await userEvent.click(screen.getByRole('link', { name: 'To the settings' }));
    expect(field('Name')).toHaveValue('Leela');
    expect(page().getByText('Not saved yet.')).toBeInTheDocument();
    expect(button('Save')).toBeEnabled();
  });

  test('can be discarded', async () => {
    open();
    await type('GSTIN', 'x');
    await type('Company', 'Menon');
    await save();
    await userEvent.click(button('Discard changes'));
    expect(field('Company')).toHaveValue('');
    expect(field('GSTIN')).toHaveValue('');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(page().queryByText('Not saved yet.')).not.toBeInTheDocument();
    expect(button('Save')).toBeDisabled();
    expect(field('Company')).toHaveFocus();
    expect(asked).toEqual([]);
  });

  test('waits behind the login dialog when the session ended, and is saved after the login', async () => {
    endSession(DETAILS);
    open();
    await type('Name', 'Leela');
    await save();
    await loginDialogShown();
    expect(screen.queryByText('Failed to authenticate')).not.toBeInTheDocument();
    expect(screen.queryByText('Updating data failed')).not.toBeInTheDocument();
    recover();
    await logIn();
    expect(window.location.pathname).toBe('/settings');
    expect(field('Name')).toHaveValue('Leela');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(asksTo(DETAILS)).toHaveLength(1);
    await save();
    await saved();
    expect(button('Leela')).toHaveTextContent('L');
  });

  test('is not shown to another person who logs in instead', async () => {
    endSession(DETAILS);
    open();
    await type('Name', 'Leela');
    await save();
    await loginDialogShown();
    recover();
    state.person = somebody({ name: 'Ravi Das' });
    state.ledger = [consent(1, { kind: 'terms' })];
    await logIn();
    expect(field('Name')).toHaveValue('Ravi Das');
    expect(button('Save')).toBeDisabled();
    expect(await page().findByText('Terms and privacy policy')).toBeInTheDocument();
  });
});

test('the theme says what is chosen', async () => {
  open();
  const chosen = () => page().getByRole('button', { name: /^Theme/ }).nextElementSibling?.textContent;
  expect(chosen()).toBe('As your device is set');
  await userEvent.click(page().getByRole('button', { name: 'Theme: system' }));
  expect(chosen()).toBe('Light');
  await userEvent.click(page().getByRole('button', { name: 'Theme: light' }));
  expect(chosen()).toBe('Dark');
  await userEvent.click(page().getByRole('button', { name: 'Theme: dark' }));
  expect(chosen()).toBe('As your device is set');
});

test('the data is a file behind a link', () => {
  open();
  const link = page().getByRole('link', { name: 'Download my data' });
  expect(link).toHaveAttribute('href', '/api/user/data');
  expect(link).toHaveAttribute('download');
});

/** Home, as a visitor, with a sentence; the next login leads nowhere in particular. */
