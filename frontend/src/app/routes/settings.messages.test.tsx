import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { button, open, requests, respondWithError, state } from '../../test/settingsPage';
import { MESSAGES, sentMessage } from '../../test/settingsServer';

let comeNear: () => void;

beforeEach(() => {
  // The last one that observes is that of the messages: it is the only one on this page.
  globalThis.IntersectionObserver = class {
    constructor(notify: (entries: object[]) => void) {
      comeNear = () => act(() => notify([{ isIntersecting: true }]));
    }
    observe() {}
    disconnect() {}
  } as never;
});

const section = () =>
  screen.getByRole('heading', { name: 'Messages we sent you' }).closest('section') as HTMLElement;
const rows = () => within(section()).queryAllByRole('listitem');
const openList = () => {
  open();
  comeNear();
};

test('nothing is requested before the section comes near', async () => {
  state.messages = [sentMessage(0)];
  open();
  expect(requests).toEqual([]);
  comeNear();
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(requests).toEqual([[`GET ${MESSAGES}?skip=0&limit=20`, null]]);
});

test('each says what, by which way, to whom, when, and whether it was sent', async () => {
  state.messages = [
    sentMessage(0),
    sentMessage(1, { channel: 'mail', to: 'a•••@example.in', subject: 'Confirmed: Gap', text: 'Hello.' }),
    sentMessage(2, { template: 'otp', channel: 'whatsapp', text: '', status: 'failed' }),
    sentMessage(3, { template: 'of_an_older_release', text: '', to: '', status: 'queued' }),
  ];
  openList();
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Booking confirmedSentSMS to 9876543210 · Sat, 21 Nov 2026, 3:00 PM IST' +
      "Rally: your place in 'Gap and range' is confirmed, Fri 27 Nov 2026, 3:45 PM.",
    'Booking confirmedSentEmail to a•••@example.in · Fri, 20 Nov 2026, 3:00 PM ISTConfirmed: GapHello.',
    'Login OTPNot deliveredWhatsApp to 9876543210 · Thu, 19 Nov 2026, 3:00 PM IST',
    'MessageWaiting to be sentSMS · Wed, 18 Nov 2026, 3:00 PM IST',
  ]);
});

test('a long one is folded', async () => {
  const text = `Cancelled.\n\nGap and range\nFri 27 Nov 2026, 3:45 PM\n\n${'We are sorry. '.repeat(12)}`;
  state.messages = [sentMessage(0, { text })];
  openList();
  const show = await screen.findByRole('button', { name: 'Show all' });
  expect(rows()[0]?.textContent).toContain('Cancelled.\nGap and range\nFri 27 Nov 2026, 3:45 PM\nWe are');
  expect(show).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(show);
  expect(button('Show less')).toHaveAttribute('aria-expanded', 'true');
});

test('without any the section says so', async () => {
  openList();
  expect(await screen.findByText("We haven't sent you any messages yet.")).toBeInTheDocument();
});

test('the list grows by twenty, and reading goes on at the first new one', async () => {
  state.messages = Array.from({ length: 21 }, (_, index) => sentMessage(index));
  openList();
  await waitFor(() => expect(rows()).toHaveLength(20));
  await userEvent.click(button('Show more'));
  await waitFor(() => expect(rows()).toHaveLength(21));
  expect(rows()[20]).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('a list that could not be loaded can be tried again', async () => {
  respondWithError(MESSAGES, 503, { message: 'Not available.', code: 'unavailable' });
  openList();
  expect(await within(section()).findByRole('alert')).toHaveTextContent('Not available.');
  expect(button('Try again')).toBeEnabled();
});
