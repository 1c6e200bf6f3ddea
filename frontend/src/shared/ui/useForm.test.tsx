import { useMutation } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test/renderPage';
import { ApiError } from '../api/client';
import { Button } from './Button';
import { Field } from './Field';
import { Form } from './Form';
import { useForm } from './useForm';

type Answer = { resolve: (answer: string) => void; reject: (error: Error) => void };
let answer: Answer;
const sent: unknown[] = [];
const request = (values: unknown) => {
  sent.push(values);
  return new Promise<string>((resolve, reject) => {
    answer = { resolve, reject };
  });
};

function Person() {
  const mutation = useMutation({ mutationFn: request });
  const form = useForm(mutation, (values: { name: string; town: string }, send) =>
    values.name ? send(values) : { town: 'Enter a town.', name: 'Enter a name.' },
  );
  return (
    <Form {...form.props}>
      <Field label="Name" {...form.field('name')} />
      <Field label="Town" {...form.field('town')} />
      {form.error && <p role="alert">{form.error.message}</p>}
      {mutation.data && <p>{mutation.data}</p>}
      <Button type="submit" loading={mutation.isPending}>
        Send
      </Button>
    </Form>
  );
}

const box = (name: string) => screen.getByRole('textbox', { name });
const button = () => screen.getByRole('button', { name: 'Send' });
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const invalid = (errors: Record<string, string[]>) => new ApiError(400, 'invalid', 'Please check.', errors);
const settle = (how: (answer: Answer) => void) => act(async () => how(answer));

beforeEach(() => {
  sent.length = 0;
  renderPage(<Person />);
});

test('what is missing is announced at its fields, the first gets the focus, and nothing is sent', async () => {
  await userEvent.click(button());
  expect(alerts()).toEqual(['Enter a name.', 'Enter a town.']);
  expect(box('Name')).toHaveFocus();
  expect(box('Name')).toBeInvalid();
  expect(box('Town')).toHaveAccessibleDescription('Enter a town.');
  expect(sent).toEqual([]);
});

test('an edit removes the error of its field only', async () => {
  await userEvent.click(button());
  await userEvent.type(box('Town'), 'P');
  expect(alerts()).toEqual(['Enter a name.']);
  expect(box('Town')).toBeValid();
});

test('the values are sent once, however often it is submitted; the button keeps its name', async () => {
  await userEvent.type(box('Name'), 'Asha');
  const form = document.querySelector('form');
  act(() => {
    form?.requestSubmit();
    form?.requestSubmit();
  });
  await waitFor(() => expect(button()).toBeDisabled());
  form?.requestSubmit();
  await settle(({ resolve }) => resolve('Thank you.'));
  await waitFor(() => expect(button()).toBeEnabled());
  expect(sent).toEqual([{ name: 'Asha', town: '' }]);
});

test('it can be sent again, and an edit removes the outcome', async () => {
  await userEvent.type(box('Name'), 'Asha{Enter}');
  await settle(({ resolve }) => resolve('Thank you.'));
  expect(await screen.findByText('Thank you.')).toBeVisible();
  await userEvent.type(box('Town'), 'Pune');
  expect(screen.queryByText('Thank you.')).not.toBeInTheDocument();
  await userEvent.click(button());
  expect(sent).toEqual([
    { name: 'Asha', town: '' },
    { name: 'Asha', town: 'Pune' },
  ]);
});

test('the server’s errors are placed at their fields, and the first of them gets the focus', async () => {
  await userEvent.type(box('Name'), 'Asha{Enter}');
  await settle(({ reject }) =>
    reject(invalid({ town: ['No such town.', 'Too short.'], age: ['Too young.'] })),
  );
  await waitFor(() => expect(alerts()).toEqual(['No such town.']));
  expect(box('Town')).toHaveFocus();
});

test.each([
  ['about a field that is not there', invalid({ age: ['Too young.'] }), 'Please check.'],
  ['about no field', new ApiError(503, 'unavailable', 'Please try later.'), 'Please try later.'],
])('an error %s is the form’s, and the button has its focus back', async (_case, error, text) => {
  await userEvent.type(box('Name'), 'Asha');
  await userEvent.click(button());
  await settle(({ reject }) => reject(error));
  await waitFor(() => expect(alerts()).toEqual([text]));
  await waitFor(() => expect(button()).toHaveFocus());
  await userEvent.type(box('Name'), '!');
  expect(alerts()).toEqual([]);
});
