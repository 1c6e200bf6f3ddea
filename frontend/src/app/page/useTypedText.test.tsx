import { act } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { useTypedText } from './useTypedText';

function Form() {
  useTypedText();
  const [text, setText] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const [plan, setPlan] = useState('month');
  const [state, setState] = useState('');
  return (
    <form>
      <input name="text" value={text} onChange={({ target }) => setText(target.value)} />
      <input
        type="checkbox"
        name="agreed"
        checked={isAgreed}
        onChange={({ target }) => setAgreed(target.checked)}
      />
      {['month', 'year'].map((value) => (
        <input
          key={value}
          type="radio"
          name="plan"
          value={value}
          checked={plan === value}
          onChange={() => setPlan(value)}
        />
      ))}
      <select name="state" value={state} onChange={({ target }) => setState(target.value)}>
        <option value="">None</option>
        <option value="kerala">Kerala</option>
      </select>
      <output>{JSON.stringify({ text, isAgreed, plan, state })}</output>
    </form>
  );
}

const state = () => JSON.parse(document.querySelector('output')?.textContent ?? '');
const field = <Type extends Element>(selector: string) => document.querySelector<Type>(selector) as Type;

/** The server's HTML, before it is hydrated. */
function writeHtml() {
  document.body.innerHTML = `<div id="root">${renderToString(<Form />)}</div>`;
}

async function hydrate() {
  const errors: unknown[] = [];
  const root = document.getElementById('root') as HTMLElement;
  await act(async () => {
    hydrateRoot(root, <Form />, { onRecoverableError: (error) => errors.push(error) });
  });
  expect(errors).toEqual([]);
}

test('what was typed and chosen before hydration is in the state, and stays in the fields', async () => {
  writeHtml();
  const text = field<HTMLInputElement>('[name=text]');
  text.focus();
  text.value = 'Asha';
  field<HTMLInputElement>('[name=agreed]').checked = true;
  field<HTMLInputElement>('[value=year]').checked = true;
  field<HTMLSelectElement>('select').value = 'kerala';
  await hydrate();
  expect(state()).toEqual({ text: 'Asha', isAgreed: true, plan: 'year', state: 'kerala' });
  expect(field('[name=text]')).toBe(text);
  expect(text).toHaveValue('Asha');
  expect(text).toHaveFocus();
  expect(field('[name=agreed]')).toBeChecked();
  expect(field('[value=year]')).toBeChecked();
  expect(field('[value=month]')).not.toBeChecked();
  expect(field('select')).toHaveValue('kerala');
});

test('untouched fields report nothing', async () => {
  writeHtml();
  await hydrate();
  expect(state()).toEqual({ text: '', isAgreed: false, plan: 'month', state: '' });
});
