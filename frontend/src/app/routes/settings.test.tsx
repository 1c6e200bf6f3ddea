import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NOT_GSTIN } from '../../features/account/lib/gstin';
import { stateNames } from '../../features/account/lib/indianStates';
import {
  button,
  delayResponses,
  endSession,
  failNetwork,
  field,
  findLoginDialog,
  findSavedMessage,
  logIn,
  newUser,
  open,
  page,
  requests,
  requestsTo,
  resetHandlers,
  respondWithError,
  save,
  state,
  stateField,
  statusTexts,
  type,
} from '../../test/settingsPage';
import { consent, DETAILS } from '../../test/settingsServer';

/** Whoever saved the profile has it fetched again. */
const USER_AGAIN = ['GET /api/user', null];

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
    open(newUser(FULL));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Settings');
    const shown = ['Name', 'Email', 'Company', 'GSTIN', 'Address'].map((name) => field(name).value);
    expect(shown).toEqual([FULL.name, FULL.email, FULL.company, FULL.gstNo, FULL.address]);
    expect(stateField()).toHaveValue('Kerala');
    expect(requests).toEqual([]);
  });

  test('hold the mobile number, which cannot be changed, and say why', () => {
    open(newUser({ mobile: '9876543210' }));
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
    expect(names.map(({ textContent }) => textContent)).toEqual(['Select a state', ...stateNames]);
    expect(stateField()).toHaveValue('');
  });

  test('keep a state that is on no list', async () => {
    open(newUser({ state: 'Bombay' }));
    expect(stateField()).toHaveValue('Bombay');
    await userEvent.selectOptions(stateField(), 'Goa');
    await userEvent.selectOptions(stateField(), 'Bombay');
    expect(stateField()).toHaveValue('Bombay');
    expect(button('Save')).toBeDisabled();
  });

  test('stay saved where they cannot be fetched again, and that is said', async () => {
    respondWithError('/api/user', 500, null);
    open(newUser(FULL));
    await type('Company', 'Iyer Ltd');
    await save();
    await findSavedMessage();
    expect(await page().findByText('Failed to fetch user')).toBeInTheDocument();
    expect(field('Company')).toHaveValue('Iyer Ltd');
  });

  test('lose the error of a GSTIN of another state once the state is corrected', async () => {
    const wrong =
      'This GSTIN is registered in Maharashtra. Choose Maharashtra as your state, or leave it blank.';
    respondWithError(DETAILS, 400, { message: 'Invalid.', code: 'invalid', errors: { gstNo: [wrong] } });
    open(newUser({ ...FULL, gstNo: '' }));
    await type('GSTIN', FULL.gstNo);
    await save();
    expect(await page().findByText(wrong)).toBeInTheDocument();
    await type('Company', 'Iyer Ltd');
    expect(page().getByText(wrong)).toBeInTheDocument();
    await userEvent.selectOptions(stateField(), 'Maharashtra');
    expect(page().queryByText(wrong)).not.toBeInTheDocument();
  });

  test('are saved: only what changed is sent, and the header follows', async () => {
    open(newUser(FULL));
    expect(button('Ananya Iyer')).toHaveTextContent('AI');
    await type('Name', 'Leela Menon');
    await userEvent.selectOptions(stateField(), 'Goa');
    await save();
    expect(await findSavedMessage()).toHaveAttribute('role', 'status');
    expect(requests).toEqual([[`PUT ${DETAILS}`, { name: 'Leela Menon', state: 'Goa' }], USER_AGAIN]);
    expect(button('Leela Menon')).toHaveTextContent('LM');
    expect(button('Save')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument();
  });

  test('are saved by Enter as well', async () => {
    open();
    await userEvent.type(field('Company'), 'Menon & Co{Enter}');
    await findSavedMessage();
    expect(requests).toEqual([[`PUT ${DETAILS}`, { company: 'Menon & Co' }], USER_AGAIN]);
  });

  test('can be saved only when something changed', async () => {
    open(newUser(FULL));
    expect(button('Save')).toBeDisabled();
    await userEvent.type(field('Name'), 'a');
    expect(button('Save')).toBeEnabled();
    await userEvent.type(field('Name'), '{Backspace}  ');
    expect(button('Save')).toBeDisabled();
    await userEvent.type(field('Name'), '{Enter}');
    expect(requests).toEqual([]);
  });

  test('can be cleared', async () => {
    open(newUser(FULL));
    await type('Company', '');
    await type('GSTIN', '');
    await userEvent.selectOptions(stateField(), 'Select a state');
    await save();
    await findSavedMessage();
    expect(requests).toEqual([[`PUT ${DETAILS}`, { state: '', company: '', gstNo: '' }], USER_AGAIN]);
  });

  test('stop saying that they are saved when they change again', async () => {
    open();
    await type('Name', 'Leela');
    await save();
    await findSavedMessage();
    await userEvent.type(field('Name'), ' Menon');
    expect(statusTexts()).toEqual([]);
  });

  test('show what the server made of them', async () => {
    open();
    await type('GSTIN', ' 27aapfu0939f1zv ');
    await save();
    await findSavedMessage();
    expect(requests).toEqual([[`PUT ${DETAILS}`, { gstNo: '27aapfu0939f1zv' }], USER_AGAIN]);
    expect(field('GSTIN')).toHaveValue('27AAPFU0939F1ZV');
  });
});

describe('what is wrong', () => {
  const NOT_SAVED = { message: 'Please check what you entered.', code: 'invalid' };

  test('is said beside its field, and the first wrong one gets the focus', async () => {
    const errors = { email: ['Enter a valid email address.'], address: ['Too long.', 'Really.'] };
    respondWithError(DETAILS, 400, { ...NOT_SAVED, errors });
    open();
    await type('Name', 'Leela');
    await type('Email', 'leela@');
    await type('Address', 'x');
    await save();
    await waitFor(() => expect(field('Email')).toHaveFocus());
    expect(field('Email')).toBeInvalid();
    expect(field('Email')).toHaveAccessibleDescription('Enter a valid email address.');
    expect(field('Address')).toHaveAccessibleDescription('Too long.');
    expect(field('Name')).toBeValid();
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Enter a valid email address.',
      'Too long.',
    ]);
    expect(field('Email')).toHaveValue('leela@');
    expect(button('Ananya Iyer')).toHaveTextContent('AI');
  });

  test('is no longer said once it is corrected, while the rest is', async () => {
    respondWithError(DETAILS, 400, { ...NOT_SAVED, errors: { email: ['No mail.'], address: ['Too long.'] } });
    open();
    await type('Email', 'leela@');
    await save();
    await screen.findByText('No mail.');
    await userEvent.type(field('Email'), 'x');
    expect(field('Email')).toBeValid();
    expect(field('Address')).toHaveAccessibleDescription('Too long.');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  test('is found by the browser in a GSTIN, and nothing is sent', async () => {
    open();
    await type('GSTIN', '27AAPFU0939F1ZX');
    await save();
    expect(field('GSTIN')).toHaveFocus();
    expect(field('GSTIN')).toHaveAccessibleDescription(`15 characters, for business invoices. ${NOT_GSTIN}`);
    expect(screen.getByRole('alert')).toHaveTextContent(NOT_GSTIN);
    expect(requests).toEqual([]);
  });

  test('is for the server to say, also where the browser finds nothing', async () => {
    respondWithError(DETAILS, 400, { ...NOT_SAVED, errors: { gstNo: ['This GSTIN was cancelled.'] } });
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
  ])('with status %s is said in the form, and what was typed stays', async (status, body, testimonial) => {
    respondWithError(DETAILS, status, body);
    open();
    await type('Name', 'Leela');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(testimonial);
    expect(field('Name')).toHaveValue('Leela');
    resetHandlers();
    await save();
    await findSavedMessage();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('without a network is said in the form', async () => {
    failNetwork(DETAILS);
    open();
    await type('Name', 'Leela');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Updating data failed');
    expect(button('Save')).toBeEnabled();
  });

  test('with a wait says how long', async () => {
    respondWithError(
      DETAILS,
      429,
      { message: 'Too many changes.', code: 'throttled' },
      { 'Retry-After': '90' },
    );
    open();
    await type('Name', 'Leela');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many changes. Try again in 2 minutes.');
  });
});

describe('on a slow network', () => {
  test('a double press saves once', async () => {
    const release = delayResponses(DETAILS);
    open();
    await type('Name', 'Leela');
    await userEvent.dblClick(button('Save'));
    expect(button('Save')).toBeDisabled();
    expect(statusTexts()).toEqual(['Please wait']);
    await userEvent.type(field('Name'), '{Enter}');
    release();
    await findSavedMessage();
    expect(requests).toEqual([[`PUT ${DETAILS}`, { name: 'Leela' }], USER_AGAIN]);
  });

  test('what is typed on meanwhile is neither lost nor taken for saved', async () => {
    const release = delayResponses(DETAILS);
    open();
    await type('Name', 'Leela');
    await save();
    await userEvent.type(field('Name'), ' Menon');
    release();
    await waitFor(() => expect(button('Leela')).toHaveTextContent('L'));
    expect(field('Name')).toHaveValue('Leela Menon');
    await save();
    await findSavedMessage();
    expect(requestsTo(DETAILS).at(-1)).toEqual([`PUT ${DETAILS}`, { name: 'Leela Menon' }]);
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
    expect(page().getByText('You have unsaved changes.')).toBeInTheDocument();
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
    expect(page().queryByText('You have unsaved changes.')).not.toBeInTheDocument();
    expect(button('Save')).toBeDisabled();
    expect(field('Company')).toHaveFocus();
    expect(requests).toEqual([]);
  });

  test('waits behind the login dialog when the session ended, and is saved after the login', async () => {
    endSession(DETAILS);
    open();
    await type('Name', 'Leela');
    await save();
    await findLoginDialog();
    expect(screen.queryByText('Failed to authenticate')).not.toBeInTheDocument();
    expect(screen.queryByText('Updating data failed')).not.toBeInTheDocument();
    resetHandlers();
    await logIn();
    expect(window.location.pathname).toBe('/settings');
    expect(field('Name')).toHaveValue('Leela');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(requestsTo(DETAILS)).toHaveLength(1);
    await save();
    await findSavedMessage();
    expect(button('Leela')).toHaveTextContent('L');
  });

  test('is not shown to another person who logs in instead', async () => {
    endSession(DETAILS);
    open();
    await type('Name', 'Leela');
    await save();
    await findLoginDialog();
    resetHandlers();
    state.person = newUser({ name: 'Ravi Das' });
    state.consents = [consent(1, { kind: 'terms', subject: 'Terms and privacy policy' })];
    await logIn();
    expect(field('Name')).toHaveValue('Ravi Das');
    expect(button('Save')).toBeDisabled();
    expect(await page().findByText('Terms and privacy policy')).toBeInTheDocument();
  });
});

test('the theme says what is chosen', async () => {
  open();
  const chosen = () => page().getByRole('button', { name: /^Theme/ }).nextElementSibling?.textContent;
  expect(chosen()).toBe('Same as device');
  await userEvent.click(page().getByRole('button', { name: 'Theme: system' }));
  expect(chosen()).toBe('Light');
  await userEvent.click(page().getByRole('button', { name: 'Theme: light' }));
  expect(chosen()).toBe('Dark');
  await userEvent.click(page().getByRole('button', { name: 'Theme: dark' }));
  expect(chosen()).toBe('Same as device');
});

test('the data is a file behind a link', () => {
  open();
  const link = page().getByRole('link', { name: 'Download my data' });
  expect(link).toHaveAttribute('href', '/api/user/data');
  expect(link).toHaveAttribute('download');
});

/** On the home page as a visitor, with a notice; the next login has no stored target. */
