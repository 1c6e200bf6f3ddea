import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NOT_GSTIN } from '../features/account/lib/gstin';
import { stateNames } from '../features/account/lib/indianStates';
import type { User } from '../features/account/queries';
import { loginDialog } from '../shared/stores/loginDialog';
import { member } from '../test/people';
import { CONSENTS, consent, DETAILS, ERASE, EVERYWHERE, settingsNetwork } from '../test/settingsNetwork';
import { App } from './App';
import { writePageData } from './layouts/testSupport';
import { createQueryClient } from './queryClient';

const { asked, state, refuse, unreachable, endSession, hold, recover } = settingsNetwork();

// Only which script holds a page's content is put aside here.
jest.mock('./PageBody', () => {
  const { default: Settings } = jest.requireActual('./routes/settings');
  const { AppLink } = jest.requireActual('../shared/ui/AppLink');
  return {
    forgetPending: () => undefined,
    PageBody: ({ row }: { row: { name: string } }) =>
      row.name === 'settings' ? (
        <Settings row={row} />
      ) : (
        <>
          <h1>{row.name}</h1>
          <AppLink to="/settings">To the settings</AppLink>
        </>
      ),
  };
});
// This environment has no layout to scroll.
jest.mock('./useScrolling', () => ({ useScrolling: () => undefined }));

const WHATSAPP = 'Get alerts, market tips & course updates on WhatsApp';
const LOGIN = 'Secure Your Spot - Enter Mobile Number to Continue';

let number = 0;

/** Somebody whom no test before has met. */
const somebody = (facts: Partial<User> = {}) => {
  number += 1;
  return member({ _id: `u${number}`, ...facts });
};

function open(user: User = somebody(), { written = '' } = {}) {
  state.person = user;
  writePageData();
  document.body.insertAdjacentHTML('afterbegin', written);
  window.history.replaceState(null, '', '/settings');
  const queryClient = createQueryClient({
    site: {} as never,
    user,
    answers: [
      [
        ['consents', { skip: 0, limit: 10 }],
        { data: state.ledger.slice(0, 10), totalCount: state.ledger.length },
      ],
    ],
    found: true,
    styleguide: false,
    engagement: null,
  });
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  return render(<App queryClient={queryClient} missing={null} />);
}

const page = () => within(screen.getByRole('main'));
const field = (name: string) => page().getByRole<HTMLInputElement>('textbox', { name });
const stateField = () => page().getByRole<HTMLSelectElement>('combobox', { name: 'State' });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const type = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  if (text) await userEvent.type(field(name), text);
};
const save = () => userEvent.click(button('Save'));
const saved = () => page().findByText('Your details are saved.');
const asksTo = (path: string) => asked.filter(([call]) => call.endsWith(path));
const loginDialogShown = () => screen.findByRole('dialog', { name: LOGIN });
const logIn = async () => {
  const dialog = within(await loginDialogShown());
  const mobile = dialog.getByRole('textbox', { name: 'Mobile number' });
  await userEvent.clear(mobile);
  await userEvent.type(mobile, '9876543210');
  await userEvent.click(dialog.getByRole('checkbox'));
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('textbox', { name: 'Digit 1' });
  await userEvent.keyboard('123456{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
};

afterEach(() => act(() => loginDialog.close()));

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

describe('WhatsApp', () => {
  const box = () => page().getByRole<HTMLInputElement>('checkbox', { name: WHATSAPP });
  const entries = () =>
    within(page().getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('is taken back by one press, and the ledger says so', async () => {
    state.ledger = [consent(1)];
    open(somebody({ canWhatsapp: true }));
    expect(box()).toBeChecked();
    await userEvent.click(box());
    const words = 'Taken back. You get no more alerts, market tips or course updates on WhatsApp.';
    expect(await page().findByText(words)).toHaveAttribute('role', 'status');
    expect(box()).not.toBeChecked();
    await waitFor(() => expect(entries()).toHaveLength(2));
    expect(entries()[0]).toBe('WhatsApp messagesWithdrawnSat, 21 Nov 2026, 3:00 PMSettings page');
    expect(asked).toEqual([
      [`PUT ${DETAILS}`, { canWhatsapp: false }],
      [`GET ${CONSENTS}?skip=0&limit=10`, null],
    ]);
  });

  test('is given by one press', async () => {
    open(somebody({ canWhatsapp: false }));
    await userEvent.click(box());
    await page().findByText('You get alerts, market tips and course updates on WhatsApp from now on.');
    expect(box()).toBeChecked();
    expect(asked[0]).toEqual([`PUT ${DETAILS}`, { canWhatsapp: true }]);
  });

  test('shows at once what was asked for, and a second press meanwhile sends nothing', async () => {
    const release = hold(DETAILS);
    open(somebody({ canWhatsapp: true }));
    await userEvent.dblClick(box());
    expect(box()).not.toBeChecked();
    expect(said()).toEqual([]);
    release();
    await page().findByText(/^Taken back/);
    expect(box()).not.toBeChecked();
    expect(asksTo(DETAILS)).toEqual([[`PUT ${DETAILS}`, { canWhatsapp: false }]]);
  });

  test.each([
    [500, null, 'Updating data failed'],
    [403, { message: 'The page is too old.', code: 'csrf' }, 'The page is too old.'],
  ])('that could not be changed (%s) goes back to what it was', async (status, body, words) => {
    refuse(DETAILS, status, body);
    open(somebody({ canWhatsapp: true }));
    await userEvent.click(box());
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(box()).toBeChecked();
    expect(said()).toEqual([]);
  });

  test('leaves what is being typed above alone', async () => {
    open(somebody({ canWhatsapp: true }));
    await type('Name', 'Leela');
    await userEvent.click(box());
    await page().findByText(/^Taken back/);
    expect(field('Name')).toHaveValue('Leela');
    expect(asksTo(DETAILS)).toEqual([[`PUT ${DETAILS}`, { canWhatsapp: false }]]);
  });
});

describe('the ledger', () => {
  const rows = () => within(page().getByRole('list')).queryAllByRole('listitem');

  test('says when, what, which way and where', () => {
    state.ledger = [
      consent(0, { given: false, channel: 'staff', at: '2026-11-20T20:15:00Z' }),
      consent(1, { kind: 'terms', at: '2026-03-01T06:35:00Z' }),
    ];
    open();
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      'WhatsApp messagesWithdrawnSat, 21 Nov 2026, 1:45 AMOur staff, as you asked',
      'Terms and privacy policyGivenSun, 1 Mar 2026, 12:05 PMLogin form',
    ]);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  test('says when it is empty', () => {
    open();
    expect(page().getByText('Nothing is on record yet.')).toBeInTheDocument();
  });

  test('grows by ten, and reading goes on at the first new entry', async () => {
    state.ledger = Array.from({ length: 21 }, (_, place) => consent(place));
    open();
    expect(rows()).toHaveLength(10);
    await userEvent.click(button('Show more'));
    await waitFor(() => expect(rows()).toHaveLength(20));
    expect(rows()[10]).toHaveFocus();
    await userEvent.click(button('Show more'));
    await waitFor(() => expect(rows()).toHaveLength(21));
    expect(rows()[20]).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(asked.map(([call]) => call)).toEqual([
      `GET ${CONSENTS}?skip=10&limit=10`,
      `GET ${CONSENTS}?skip=20&limit=10`,
    ]);
  });

  test('does not take the focus from who went on typing', async () => {
    state.ledger = Array.from({ length: 11 }, (_, place) => consent(place));
    const release = hold(CONSENTS);
    open();
    await userEvent.click(button('Show more'));
    await userEvent.click(field('Name'));
    release();
    await waitFor(() => expect(rows()).toHaveLength(11));
    expect(field('Name')).toHaveFocus();
  });

  test('that cannot go on keeps what it has and can be tried again', async () => {
    state.ledger = Array.from({ length: 11 }, (_, place) => consent(place));
    refuse(CONSENTS, 500, null);
    open();
    await userEvent.click(button('Show more'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
    expect(page().getAllByText('WhatsApp messages')).toHaveLength(10);
    recover();
    await userEvent.click(button('Try again'));
    await waitFor(() => expect(page().getAllByText('WhatsApp messages')).toHaveLength(11));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('that could not be renewed after a change says so', async () => {
    state.ledger = [consent(1)];
    refuse(CONSENTS, 503, { message: 'Back in a minute.', code: 'unavailable' });
    open(somebody({ canWhatsapp: true }));
    await userEvent.click(page().getByRole('checkbox', { name: WHATSAPP }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Back in a minute.');
    expect(page().getByRole('checkbox', { name: WHATSAPP })).not.toBeChecked();
    recover();
    await userEvent.click(button('Try again'));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('goes on after the login when the session ended', async () => {
    state.ledger = Array.from({ length: 11 }, (_, place) => consent(place));
    endSession(CONSENTS);
    open();
    await userEvent.click(button('Show more'));
    await loginDialogShown();
    recover();
    await logIn();
    await waitFor(() => expect(rows()).toHaveLength(11));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
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
