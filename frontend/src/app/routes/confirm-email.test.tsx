import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { loginServer } from '../../test/loginServer';
import { renderPage } from '../../test/renderPage';
import LostNumber from './lost-number';

const { server, requests } = loginServer();
const ROW = {
  name: 'confirm-email',
  path: '/confirm-email',
  title: 'Confirm your email',
  module: 'lost-number',
};
const CONFIRM = '/api/user/email/confirm';
const button = () => screen.getByRole('button', { name: 'Confirm this address' });

const open = (hash: string) => renderPage(<LostNumber row={ROW} />, null, `/confirm-email${hash}`);

test('the link alone confirms nothing: it waits for a press', async () => {
  server.use(http.post(CONFIRM, () => HttpResponse.json({ message: 'Your email address is confirmed.' })));
  open('#ab-1.c');
  expect(requests).toEqual([]);
  await userEvent.click(button());
  expect(await screen.findByRole('status')).toHaveTextContent('Your email address is confirmed.');
  expect(requests).toEqual([[CONFIRM, { token: 'ab-1.c' }]]);
});

test.each(['ab-1.c', ''])('a link that is no longer valid, or none, says so: %s', async (token) => {
  const message = 'This link is no longer valid. You can request a new one in your settings.';
  server.use(
    http.post(CONFIRM, () => HttpResponse.json({ message, code: 'email_link_invalid' }, { status: 404 })),
  );
  open(token && `#${token}`);
  await userEvent.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(requests).toEqual([[CONFIRM, { token }]]);
});
