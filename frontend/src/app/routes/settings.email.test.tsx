import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { button, newUser, open, page, requests, respondWithError, type } from '../../test/settingsPage';
import { DETAILS, RESEND_EMAIL } from '../../test/settingsServer';

const EMAIL = 'asha@example.in';
const note = () => page().queryByText(/^Not confirmed yet\./);

test.each([
  ['confirmed', { email: EMAIL, emailConfirmed: true }],
  ['missing', { email: '' }],
])('says nothing beside an address that is %s', (_state, user) => {
  open(newUser(user));
  expect(note()).toBeNull();
});

test('an address that is not confirmed says so, and its link can be sent again once', async () => {
  open(newUser({ email: EMAIL }));
  expect(note()).toHaveTextContent(
    `Not confirmed yet. We've sent a link to ${EMAIL}. Until you open it, receipts and reminders go to your phone.`,
  );
  await userEvent.click(button('Resend link'));
  expect(await page().findByText("We've sent you a new link.")).toHaveAttribute('role', 'status');
  expect(screen.queryByRole('button', { name: 'Resend link' })).toBeNull();
  expect(requests).toEqual([[`POST ${RESEND_EMAIL}`, null]]);

  await type('Email', 'other@example.in');
  expect(note()).toBeNull();
});

test('a link that was sent too often is refused', async () => {
  const message = 'You have changed your email address or requested its link too often today.';
  respondWithError(RESEND_EMAIL, 429, { message, code: 'email_too_many' });
  open(newUser({ email: EMAIL }));
  await userEvent.click(button('Resend link'));
  expect(await page().findByRole('alert')).toHaveTextContent(message);
});

test('usage data is a consent of its own, where it is configured', async () => {
  const consentText = 'Let Rally share which pages I open';
  open();
  expect(page().queryByRole('checkbox', { name: consentText })).toBeNull();

  const engagement = { appId: 'APP', cluster: 'DC_3', consentText };
  open(newUser({ engagementConsent: true }), {}, { engagement });
  const box = () => page().getByRole('checkbox', { name: consentText });
  expect(box()).toBeChecked();
  await userEvent.click(box());
  await page().findByText('Consent withdrawn. Nothing more is shared with MoEngage.');
  expect(box()).not.toBeChecked();
  expect(requests[0]).toEqual([`PUT ${DETAILS}`, { engagementConsent: false }]);
});

test('the consent history is a file of its own', () => {
  open();
  expect(page().getByRole('link', { name: 'Download consent history' })).toHaveAttribute(
    'href',
    '/api/user/consents/file',
  );
});
