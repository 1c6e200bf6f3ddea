import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { renderPage } from '../../../test/renderPage';
import { ContactForm } from './ContactForm';
import { GrievanceForm } from './GrievanceForm';

const TICKET = {
  number: 'GR-261121-7K3QXM',
  receivedAt: '2026-11-21T09:30:00Z',
  dueDate: '2026-12-12',
  acknowledgedBy: 'mail',
};
const asha = { name: 'Asha Verma', mobile: '9876543210', email: 'asha@example.in' };
const sent: unknown[] = [];
const server = setupServer(
  http.post('/api/grievance', async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ data: TICKET, message: 'We have received your grievance.' });
  }),
  http.post('/api/contact', async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ data: { number: 'CM-261121-AAAAAA', receivedAt: '' }, message: '' });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  sent.length = 0;
});
afterAll(() => server.close());

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const send = () => screen.getByRole('button', { name: 'Submit grievance' });

async function write() {
  await userEvent.type(box('Subject'), 'Charged twice');
  await userEvent.type(box('Message'), 'दो बार पैसे कटे 😡');
}

test('a visitor is told which fields are missing, and stands in the first', async () => {
  renderPage(<GrievanceForm member={null} />);
  await userEvent.click(send());
  expect(box('Your name')).toHaveFocus();
  expect(screen.getAllByRole('alert')).toHaveLength(4);
  expect(box('Mobile number')).toHaveAccessibleDescription(/Enter a 10-digit mobile number/);
  expect(box('Email (optional)')).not.toHaveAttribute('aria-invalid');
  expect(sent).toEqual([]);
});

test('a grievance is sent with plain digits, and its number and next steps are said', async () => {
  renderPage(<GrievanceForm member={null} />);
  await userEvent.type(box('Your name'), 'Asha Verma');
  await userEvent.type(box('Mobile number'), '९८७६५ 43210');
  await write();
  await userEvent.click(send());
  const heading = await screen.findByRole('heading', { name: 'We have received your grievance' });
  expect(heading).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('GR-261121-7K3QXM');
  expect(screen.getByRole('status')).toHaveTextContent('We are sending you an email with this number.');
  expect(screen.getByRole('status')).toHaveTextContent('We will reply by Sat, 12 Dec 2026');
  expect(sent).toEqual([
    {
      name: 'Asha Verma',
      mobile: '9876543210',
      email: '',
      subject: 'Charged twice',
      message: 'दो बार पैसे कटे 😡',
      website: '',
    },
  ]);
});

test('a member finds the form filled in', () => {
  renderPage(<GrievanceForm member={asha} />);
  expect(box('Your name')).toHaveValue('Asha Verma');
  expect(box('Mobile number')).toHaveValue('9876543210');
  expect(box('Email (optional)')).toHaveValue('asha@example.in');
});

test('what was typed stays when the server is not reached', async () => {
  server.use(http.post('/api/grievance', () => HttpResponse.error()));
  renderPage(<GrievanceForm member={asha} />);
  await write();
  await userEvent.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We could not reach the server, so nothing was sent. What you typed is still here.',
  );
  expect(box('Message')).toHaveValue('दो बार पैसे कटे 😡');
  expect(send()).toBeEnabled();
});

test('who wrote too often is told when to try again, and loses nothing', async () => {
  server.use(
    http.post('/api/grievance', () =>
      HttpResponse.json(
        { message: 'We have had many messages from you.', code: 'writing_too_many' },
        { status: 429, headers: { 'Retry-After': '600' } },
      ),
    ),
  );
  renderPage(<GrievanceForm member={asha} />);
  await write();
  await userEvent.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent('You can try again in 10 minutes.');
  expect(box('Subject')).toHaveValue('Charged twice');
});

test('what the server says of a field stands with the field', async () => {
  server.use(
    http.post('/api/grievance', () =>
      HttpResponse.json(
        { message: 'Please check.', code: 'invalid', errors: { mobile: ['That is no number.'] } },
        { status: 400 },
      ),
    ),
  );
  renderPage(<GrievanceForm member={asha} />);
  await write();
  await userEvent.click(send());
  await waitFor(() => expect(box('Mobile number')).toHaveAccessibleDescription(/That is no number\./));
  expect(box('Mobile number')).toHaveFocus();
});

test('what is too long is told before it is sent', async () => {
  renderPage(<GrievanceForm member={asha} />);
  await userEvent.type(box('Subject'), 'Long');
  await userEvent.click(box('Message'));
  await userEvent.paste('x'.repeat(25_001));
  await userEvent.click(send());
  expect(box('Message')).toHaveAccessibleDescription(/Please shorten your message to 25,000 characters/);
  expect(sent).toEqual([]);
});

test('an emoji is one character, as for the server', async () => {
  renderPage(<GrievanceForm member={asha} />);
  await userEvent.type(box('Subject'), 'Long');
  await userEvent.click(box('Message'));
  await userEvent.paste('🙂'.repeat(25_000));
  await userEvent.click(send());
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('another grievance begins with an empty form', async () => {
  renderPage(<GrievanceForm member={asha} />);
  await write();
  await userEvent.click(send());
  await userEvent.click(await screen.findByRole('button', { name: 'Write another grievance' }));
  expect(box('Message')).toHaveValue('');
});

test('a message to the office needs a mail address and no number', async () => {
  renderPage(<ContactForm member={{ ...asha, email: '' }} />);
  await userEvent.type(box('Subject'), 'Hello');
  await userEvent.type(box('Message'), 'A question.');
  const button = screen.getByRole('button', { name: 'Send message' });
  await userEvent.click(button);
  expect(box('Email')).toHaveFocus();
  await userEvent.type(box('Email'), 'asha@example.in');
  await userEvent.click(button);
  expect(await screen.findByRole('status')).toHaveTextContent('CM-261121-AAAAAA');
  expect(screen.queryByRole('textbox', { name: 'Mobile number' })).not.toBeInTheDocument();
});
