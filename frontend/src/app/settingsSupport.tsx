import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '../features/account/queries';
import { loginDialog } from '../shared/stores/loginDialog';
import { member } from '../test/people';
import { settingsNetwork } from '../test/settingsNetwork';
import { App } from './App';
import { writePageData } from './layouts/testSupport';
import { createQueryClient } from './queryClient';

// The settings in the whole app, with the server played; each importing file has its own.
export const { asked, state, refuse, unreachable, endSession, hold, recover } = settingsNetwork();

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

export const WHATSAPP = 'Get alerts, market tips & course updates on WhatsApp';
export const LOGIN = 'Secure Your Spot - Enter Mobile Number to Continue';

let number = 0;

/** Somebody whom no test before has met. */
export const somebody = (facts: Partial<User> = {}) => {
  number += 1;
  return member({ _id: `u${number}`, ...facts });
};

export function open(user: User = somebody(), { written = '' } = {}) {
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
      [['devices'], { data: state.devices, totalCount: state.devices.length }],
      [['mobile-change'], { data: state.mobileChange }],
    ],
    found: true,
    styleguide: false,
    engagement: null,
  });
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  return render(<App queryClient={queryClient} missing={null} />);
}

export const page = () => within(screen.getByRole('main'));
export const field = (name: string) => page().getByRole<HTMLInputElement>('textbox', { name });
export const stateField = () => page().getByRole<HTMLSelectElement>('combobox', { name: 'State' });
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
export const type = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  if (text) await userEvent.type(field(name), text);
};
export const save = () => userEvent.click(button('Save'));
export const saved = () => page().findByText('Your details are saved.');
export const asksTo = (path: string) => asked.filter(([call]) => call.endsWith(path));
export const loginDialogShown = () => screen.findByRole('dialog', { name: LOGIN });
export const logIn = async () => {
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
