import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router';
import { App } from '../app/App';
import { createQueryClient, openLoginWhenSessionEnds } from '../app/queryClient';
import type { User } from '../features/account/queries';
import { english } from '../shared/lib/i18n';
import {
  type PageData,
  type PageSettings,
  pageSettings,
  type SiteData,
  setPageSettings,
} from '../shared/lib/pageData';
import { loginDialog } from '../shared/stores/loginDialog';
import { writePageData } from './layoutPage';
import { settingsServer } from './settingsServer';
import { member } from './users';

// The settings page in the whole app, with a mock server; each importing file has its own.
export const { requests, state, respondWithError, failNetwork, endSession, delayResponses, resetHandlers } =
  settingsServer();

// Route modules are mocked.
jest.mock('../app/page/PageBody', () => {
  const { default: Settings } = jest.requireActual('../app/routes/settings');
  const { AppLink } = jest.requireActual('../shared/ui/AppLink');
  return {
    clearPending: () => undefined,
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
// jsdom has no layout to scroll.
jest.mock('../app/routing/useScrollRestoration', () => ({ useScrollRestoration: () => undefined }));

export const WHATSAPP = 'Get alerts, market tips & course updates on WhatsApp';
export const LOGIN = 'Secure Your Spot - Enter Mobile Number to Continue';

let number = 0;

/** A user whom no earlier test has used. */
export const newUser = (overrides: Partial<User> = {}) => {
  number += 1;
  return member({ _id: `u${number}`, ...overrides });
};

export function open(
  user: User = newUser(),
  site: Partial<SiteData> = {},
  settings: Partial<PageSettings> = {},
) {
  state.person = user;
  writePageData(site);
  setPageSettings({ ...pageSettings(), ...settings } as PageData);
  window.history.replaceState(null, '', '/settings');
  const queryClient = createQueryClient({
    user,
    answers: [
      [
        ['consents', { skip: 0, limit: 10 }],
        { data: state.consents.slice(0, 10), totalCount: state.consents.length },
      ],
      [['devices'], { data: state.devices, totalCount: state.devices.length }],
      [['mobile-change'], { data: state.mobileChange }],
      [['calendar', 'feed'], { url: state.calendarUrl }],
    ],
  });
  openLoginWhenSessionEnds(queryClient);
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  return render(
    <BrowserRouter>
      <App queryClient={queryClient} i18n={english} />
    </BrowserRouter>,
  );
}

export const page = () => within(screen.getByRole('main'));
export const field = (name: string) => page().getByRole<HTMLInputElement>('textbox', { name });
export const stateField = () => page().getByRole<HTMLSelectElement>('combobox', { name: 'State' });
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const statusTexts = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
export const type = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  if (text) await userEvent.type(field(name), text);
};
export const save = () => userEvent.click(button('Save'));
export const findSavedMessage = () => page().findByText('Your details have been saved.');
export const requestsTo = (path: string) => requests.filter(([call]) => call.endsWith(path));
export const findLoginDialog = () => screen.findByRole('dialog', { name: LOGIN });
export const logIn = async () => {
  const dialog = within(await findLoginDialog());
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
