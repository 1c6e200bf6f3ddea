import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field, SelectField, TextareaField } from './Field';

test('its name is the label alone; prefix, hint and error describe it', () => {
  render(<Field label="Mobile number" prefix="+91" hint="We send a code" error="Too short" type="tel" />);
  const box = screen.getByRole('textbox', { name: 'Mobile number' });
  expect(box).toHaveAccessibleDescription('+91 We send a code Too short');
  expect(box).toBeInvalid();
});

test('without an error it is valid and has no description', () => {
  render(<Field label="Name" />);
  const box = screen.getByRole('textbox', { name: 'Name' });
  expect(box).toBeValid();
  expect(box).not.toHaveAttribute('aria-describedby');
});

test('keeps a description that is given from outside', () => {
  render(
    <>
      <p id="rule">Once a person</p>
      <Field label="Coupon code" error="Expired" aria-describedby="rule" />
    </>,
  );
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Once a person Expired');
});

test('a hidden label is still the name', () => {
  render(<Field label="Search courses" hideLabel type="search" />);
  expect(screen.getByRole('searchbox', { name: 'Search courses' })).toBeInTheDocument();
});

test('two fields of the same label do not mix', async () => {
  render(
    <>
      <Field label="Name" />
      <Field label="Name" error="Needed" />
    </>,
  );
  const [first, second] = screen.getAllByRole('textbox', { name: 'Name' });
  await userEvent.type(second as HTMLElement, 'Ananya');
  expect(first).toHaveValue('');
  expect(first).toHaveAccessibleDescription('');
  expect(second).toHaveValue('Ananya');
});

test('a press on the label leads into the box', async () => {
  render(<TextareaField label="Your review" />);
  await userEvent.click(screen.getByText('Your review'));
  expect(screen.getByRole('textbox', { name: 'Your review' })).toHaveFocus();
});

test('a select reports what is chosen', async () => {
  const onChange = jest.fn();
  render(
    <SelectField label="Sort by" error="Choose one" onChange={(event) => onChange(event.target.value)}>
      <option value="learners">Most learners</option>
      <option value="new">Newest first</option>
    </SelectField>,
  );
  const select = screen.getByRole('combobox', { name: 'Sort by' });
  await userEvent.selectOptions(select, 'Newest first');
  expect(onChange).toHaveBeenCalledWith('new');
  expect(select).toHaveAccessibleDescription('Choose one');
});
