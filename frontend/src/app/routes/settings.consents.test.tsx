import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  button,
  delayResponses,
  endSession,
  field,
  findLoginDialog,
  logIn,
  newUser,
  open,
  page,
  requests,
  requestsTo,
  resetHandlers,
  respondWithError,
  state,
  statusTexts,
  type,
  WHATSAPP,
} from '../../test/settingsPage';
import { CONSENTS, consent, DETAILS } from '../../test/settingsServer';

const TITLE = 'Consent history';
const consents = () => screen.getByRole('heading', { name: TITLE }).parentElement as HTMLElement;

describe('WhatsApp', () => {
  const box = () => page().getByRole<HTMLInputElement>('checkbox', { name: WHATSAPP });
  const entries = () =>
    within(consents())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test.each([
    [true, 'Logging in needs the WhatsApp consent, so each login gives it.'],
    [false, 'WhatsApp messages are optional, and you can log in without them.'],
  ])('is explained as it is (condition of login: %s)', (consentRequired, text) => {
    open(newUser(), { login: { consentRequired, consentLabel: WHATSAPP } });
    expect(page().getByText(text, { exact: false })).toHaveTextContent('with immediate effect');
  });

  test('is taken back by one press, and the ledger says so', async () => {
    state.consents = [consent(1)];
    open(newUser({ canWhatsapp: true }));
    expect(box()).toBeChecked();
    await userEvent.click(box());
    const testimonial =
      'Consent withdrawn. You will no longer get alerts, market tips or course updates on WhatsApp.';
    expect(await page().findByText(testimonial)).toHaveAttribute('role', 'status');
    expect(box()).not.toBeChecked();
    await waitFor(() => expect(entries()).toHaveLength(2));
    expect(entries()[0]).toBe('WhatsApp and alertsWithdrawnSat, 21 Nov 2026, 3:00 PM ISTSettings page');
    expect(requests).toEqual([
      [`PUT ${DETAILS}`, { canWhatsapp: false }],
      ['GET /api/user', null],
      [`GET ${CONSENTS}?skip=0&limit=10`, null],
    ]);
  });

  test('is given by one press', async () => {
    open(newUser({ canWhatsapp: false }));
    await userEvent.click(box());
    await page().findByText("You'll now get alerts, market tips and course updates on WhatsApp.");
    expect(box()).toBeChecked();
    expect(requests[0]).toEqual([`PUT ${DETAILS}`, { canWhatsapp: true }]);
  });

  test('shows at once what was asked for, and a second press meanwhile sends nothing', async () => {
    const release = delayResponses(DETAILS);
    open(newUser({ canWhatsapp: true }));
    await userEvent.dblClick(box());
    expect(box()).not.toBeChecked();
    expect(statusTexts()).toEqual([]);
    release();
    await page().findByText(/^Consent withdrawn/);
    expect(box()).not.toBeChecked();
    expect(requestsTo(DETAILS)).toEqual([[`PUT ${DETAILS}`, { canWhatsapp: false }]]);
  });

  test.each([
    [500, null, 'Updating data failed'],
    [403, { message: 'The page is too old.', code: 'csrf' }, 'The page is too old.'],
  ])('that could not be changed (%s) goes back to what it was', async (status, body, testimonial) => {
    respondWithError(DETAILS, status, body);
    open(newUser({ canWhatsapp: true }));
    await userEvent.click(box());
    expect(await screen.findByRole('alert')).toHaveTextContent(testimonial);
    expect(box()).toBeChecked();
    expect(statusTexts()).toEqual([]);
  });

  test('leaves what is being typed above alone', async () => {
    open(newUser({ canWhatsapp: true }));
    await type('Name', 'Leela');
    await userEvent.click(box());
    await page().findByText(/^Consent withdrawn/);
    expect(field('Name')).toHaveValue('Leela');
    expect(requestsTo(DETAILS)).toEqual([[`PUT ${DETAILS}`, { canWhatsapp: false }]]);
  });
});

describe('the ledger', () => {
  const rows = () => within(consents()).queryAllByRole('listitem');

  test('says when, what, which way and where', () => {
    state.consents = [
      consent(0, { given: false, channel: 'staff', at: '2026-11-20T20:15:00Z' }),
      consent(1, { kind: 'terms', subject: 'Terms and privacy policy', at: '2026-03-01T06:35:00Z' }),
    ];
    open();
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      'WhatsApp and alertsWithdrawnSat, 21 Nov 2026, 1:45 AM ISTOur staff, at your request',
      'Terms and privacy policyGivenSun, 1 Mar 2026, 12:05 PM ISTLogin form',
    ]);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(requests).toEqual([]);
  });

  test('says when it is empty', () => {
    open();
    expect(page().getByText('No consents recorded yet.')).toBeInTheDocument();
  });

  test('grows by ten, and reading goes on at the first new entry', async () => {
    state.consents = Array.from({ length: 21 }, (_, index) => consent(index));
    open();
    expect(rows()).toHaveLength(10);
    await userEvent.click(button('Show more'));
    await waitFor(() => expect(rows()).toHaveLength(20));
    expect(rows()[10]).toHaveFocus();
    await userEvent.click(button('Show more'));
    await waitFor(() => expect(rows()).toHaveLength(21));
    expect(rows()[20]).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(requests.map(([call]) => call)).toEqual([
      `GET ${CONSENTS}?skip=10&limit=10`,
      `GET ${CONSENTS}?skip=20&limit=10`,
    ]);
  });

  test('does not take the focus from who went on typing', async () => {
    state.consents = Array.from({ length: 11 }, (_, index) => consent(index));
    const release = delayResponses(CONSENTS);
    open();
    await userEvent.click(button('Show more'));
    await userEvent.click(field('Name'));
    release();
    await waitFor(() => expect(rows()).toHaveLength(11));
    expect(field('Name')).toHaveFocus();
  });

  test('that cannot go on keeps what it has and can be tried again', async () => {
    state.consents = Array.from({ length: 11 }, (_, index) => consent(index));
    respondWithError(CONSENTS, 500, null);
    open();
    await userEvent.click(button('Show more'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
    expect(page().getAllByText('WhatsApp and alerts')).toHaveLength(10);
    resetHandlers();
    await userEvent.click(button('Try again'));
    await waitFor(() => expect(page().getAllByText('WhatsApp and alerts')).toHaveLength(11));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('that could not be renewed after a change says so', async () => {
    state.consents = [consent(1)];
    respondWithError(CONSENTS, 503, { message: 'Back in a minute.', code: 'unavailable' });
    open(newUser({ canWhatsapp: true }));
    await userEvent.click(page().getByRole('checkbox', { name: WHATSAPP }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Back in a minute.');
    expect(page().getByRole('checkbox', { name: WHATSAPP })).not.toBeChecked();
    resetHandlers();
    await userEvent.click(button('Try again'));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('goes on after the login when the session ended', async () => {
    state.consents = Array.from({ length: 11 }, (_, index) => consent(index));
    endSession(CONSENTS);
    open();
    await userEvent.click(button('Show more'));
    await findLoginDialog();
    resetHandlers();
    await logIn();
    await waitFor(() => expect(rows()).toHaveLength(11));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
