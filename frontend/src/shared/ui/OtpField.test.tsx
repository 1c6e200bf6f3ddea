import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { OtpField } from './OtpField';

const onSubmit = jest.fn();

function Form({ filled = '' }: { filled?: string }) {
  const [digits, setDigits] = useState(Array.from({ length: 6 }, (_, index) => filled[index] ?? ''));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(digits.join(''));
      }}
    >
      <OtpField label="Enter the code" digits={digits} onChange={setDigits} />
      <button type="submit">Go</button>
    </form>
  );
}

const box = (index: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Digit ${index}` });
const shown = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value || '_')
    .join('');
const begin = async (filled = '', index = 1) => {
  render(<Form filled={filled} />);
  await userEvent.click(box(index));
};

test('is a named group of six, of which the first may be filled in from a message', async () => {
  render(<Form />);
  expect(screen.getByRole('group', { name: 'Enter the code' })).toBeInTheDocument();
  const boxes = screen.getAllByRole('textbox');
  expect(boxes.map((one) => one.getAttribute('aria-label'))).toEqual(
    [1, 2, 3, 4, 5, 6].map((index) => `Digit ${index}`),
  );
  expect(boxes.map((one) => one.getAttribute('autocomplete'))).toEqual([
    'one-time-code',
    'off',
    'off',
    'off',
    'off',
    'off',
  ]);
  expect(new Set(boxes.map((one) => one.getAttribute('inputmode')))).toEqual(new Set(['numeric']));
  expect(box(1)).not.toHaveAttribute('maxlength');
});

test('the focus goes on with each digit and stays in the last box', async () => {
  await begin();
  await userEvent.keyboard('123');
  expect(shown()).toBe('123___');
  expect(box(4)).toHaveFocus();
  await userEvent.keyboard('456');
  expect(shown()).toBe('123456');
  expect(box(6)).toHaveFocus();
});

test('takes digits only, those of other scripts too', async () => {
  await begin();
  await userEvent.keyboard('a-. 1x२３');
  expect(shown()).toBe('123___');
  expect(box(4)).toHaveFocus();
});

test('Backspace empties a box, then goes back', async () => {
  await begin('12');
  await userEvent.click(box(2));
  await userEvent.keyboard('{Backspace}');
  expect(shown()).toBe('1_____');
  expect(box(2)).toHaveFocus();
  await userEvent.keyboard('{Backspace}');
  expect(shown()).toBe('1_____');
  expect(box(1)).toHaveFocus();
  await userEvent.keyboard('{Backspace}{Backspace}');
  expect(shown()).toBe('______');
  expect(box(1)).toHaveFocus();
});

test('arrows, Home and End move without changing anything', async () => {
  await begin('123456', 3);
  await userEvent.keyboard('{ArrowLeft}');
  expect(box(2)).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(box(4)).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(box(1)).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(box(1)).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(box(6)).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(box(6)).toHaveFocus();
  expect(shown()).toBe('123456');
});

test('a digit typed over another takes its place, the same one too', async () => {
  await begin('111111');
  await userEvent.keyboard('1');
  expect(box(2)).toHaveFocus();
  await userEvent.keyboard('23');
  expect(shown()).toBe('123111');
  expect(box(4)).toHaveFocus();
});

test.each([
  ['at its end', 1, '57'],
  ['at its start', 0, '75'],
])('a digit typed beside another, %s, takes its place', async (_, caret) => {
  await begin('555555', 2);
  box(2).setSelectionRange(caret, caret);
  await userEvent.keyboard('7');
  expect(shown()).toBe('575555');
  expect(box(3)).toHaveFocus();
});

test.each([
  ['123456'],
  ['123 456'],
  ['12-34-56'],
  ['१२३४५६'],
  ['<#> 123456 is your code, valid for 5 minutes.'],
])('%s, pasted into any box, fills all six', async (text) => {
  await begin('9', 4);
  await userEvent.paste(text);
  expect(shown()).toBe('123456');
  expect(box(6)).toHaveFocus();
});

test('a part of a code is pasted from the box in hand on', async () => {
  await begin('9', 2);
  await userEvent.paste('123');
  expect(shown()).toBe('9123__');
  expect(box(5)).toHaveFocus();
});

test('pasting what holds no digit changes nothing', async () => {
  await begin('12', 2);
  await userEvent.paste('hello');
  expect(shown()).toBe('12____');
});

test('a code filled into one box by the browser fills all six', async () => {
  await begin();
  // As browsers autofill: the whole value in one change event, without key events.
  fireEvent.input(box(1), { target: { value: '123456' } });
  expect(shown()).toBe('123456');
  expect(box(6)).toHaveFocus();
});

test('Enter submits the form from any box', async () => {
  await begin('123456', 3);
  await userEvent.keyboard('{Enter}');
  expect(onSubmit.mock.calls).toEqual([['123456']]);
});
