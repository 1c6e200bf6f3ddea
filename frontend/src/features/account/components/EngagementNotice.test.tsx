import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { type PageData, pageSettings, setPageSettings } from '../../../shared/lib/pageData';
import { renderPage } from '../../../test/renderPage';
import { member } from '../../../test/users';
import { type User, useAuth } from '../queries';
import { EngagementNotice } from './EngagementNotice';

const requests: unknown[] = [];
const server = setupServer(
  http.put('/api/user/details', async ({ request }) => {
    const body = (await request.json()) as Partial<User>;
    requests.push(body);
    return HttpResponse.json({ data: member(body), message: 'Saved.' });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  requests.length = 0;
});
afterAll(() => server.close());

function Notice() {
  const { user } = useAuth();
  return user && <EngagementNotice user={user} />;
}

function open(user: User, isConfigured = true) {
  const engagement = isConfigured ? { appId: 'APP', cluster: 'DC_3', consentText: 'Let Rally share' } : null;
  setPageSettings({ ...pageSettings(), engagement } as PageData);
  renderPage(<Notice />, user);
}
const notice = () => screen.queryByRole('region', { name: 'Usage data' });

test.each([
  ['Allow', true],
  ['No, thanks', false],
])('asks once: %s', async (name, engagementConsent) => {
  open(member());
  expect(notice()).toHaveTextContent('Let Rally share. You can change this in your settings.');
  await userEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(notice()).toBeNull());
  expect(requests).toEqual([{ engagementConsent }]);
});

test.each([
  ['who declined', member({ engagementConsent: false }), true],
  ['who agreed', member({ engagementConsent: true }), true],
  ['where there is no SDK', member(), false],
])('does not ask those %s', (_who, user, isConfigured) => {
  open(user, isConfigured);
  expect(notice()).toBeNull();
});
