import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { loginServer } from '../../test/loginServer';
import { renderPage } from '../../test/renderPage';
import LostNumber from './lost-number';

const { server, requests } = loginServer();
const ROW = { name: 'lost-number', path: '/lost-number', title: 'Lost your number?', module: 'lost-number' };
const SEND = '/api/login/lost-number';

const fill = async () => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Your name' }), 'Asha Rao');
  await userEvent.type(screen.getByRole('textbox', { name: 'Number you lost' }), '98111 11111');
  await userEvent.type(screen.getByRole('textbox', { name: 'Number you use now' }), '9855555555');
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'asha@example.in');
  await userEvent.type(screen.getByRole('textbox', { name: /^How can you show/ }), 'Invoice RL-7');
};
const send = () => screen.getByRole('button', { name: 'Send request' });

test('a request is sent once all is filled in, and the answer says what happens next', async () => {
  server.use(http.post(SEND, () => HttpResponse.json({ message: 'We have received your request.' })));
  renderPage(<LostNumber row={ROW} />);
  expect(send()).toBeDisabled();
  await fill();
  await userEvent.click(send());
  expect(await screen.findByRole('status')).toHaveTextContent(
    /^We have received your request\..*change it 3 days later\.$/,
  );
  expect(requests).toEqual([
    [
      SEND,
      {
        name: 'Asha Rao',
        oldMobile: '9811111111',
        newMobile: '9855555555',
        email: 'asha@example.in',
        proof: 'Invoice RL-7',
      },
    ],
  ]);
});

test('a refusal stands at its field', async () => {
  const errors = { newMobile: ['Enter the number that you want to use from now on.'] };
  server.use(
    http.post(SEND, () =>
      HttpResponse.json({ message: 'Please check.', code: 'invalid', errors }, { status: 400 }),
    ),
  );
  renderPage(<LostNumber row={ROW} />);
  await fill();
  await userEvent.click(send());
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Number you use now' })).toBeInvalid());
});
