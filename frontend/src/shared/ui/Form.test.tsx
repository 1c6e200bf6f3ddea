import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Form } from './Form';

const send = jest.fn();

function Question() {
  const [sent, setSent] = useState(0);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget.querySelector('input')?.value);
    setSent(sent + 1);
  };
  return (
    <Form onSubmit={submit}>
      <input name="answer" aria-label="Answer" defaultValue="" />
      <button type="submit">Send</button>
      <p>Sent {sent}</p>
    </Form>
  );
}

/** The server's HTML, with the script of the page's head. */
function writePage(): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Question />);
  document.body.replaceChildren(root);
  return root;
}

const waitWhileHydrating = (event: Event) => {
  const form = event.target as HTMLFormElement & { isSubmitted?: boolean };
  if (!form.hasAttribute('data-waits')) return;
  event.preventDefault();
  form.isSubmitted = true;
};

beforeEach(() => addEventListener('submit', waitWhileHydrating, true));
afterEach(() => removeEventListener('submit', waitWhileHydrating, true));

test('what was submitted before hydration is sent once, with what was entered', async () => {
  const root = writePage();
  await userEvent.type(screen.getByRole('textbox', { name: 'Answer' }), 'Yes');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(send).not.toHaveBeenCalled();

  hydrateRoot(root, <Question />);
  await screen.findByText('Sent 1');
  expect(send.mock.calls).toEqual([['Yes']]);

  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(send.mock.calls).toEqual([['Yes'], ['Yes']]));
});

test('without an early submission nothing is sent', async () => {
  const root = writePage();
  hydrateRoot(root, <Question />);
  await userEvent.click(await screen.findByRole('textbox', { name: 'Answer' }));
  expect(send).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(send).toHaveBeenCalledTimes(1);
});

test('without scripts the fields do not get into the URL', () => {
  writePage();
  expect(document.querySelector('form')).toHaveAttribute('method', 'post');
});
