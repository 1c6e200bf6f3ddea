import vectors from '../../../../../tests/vectors/gstin.json';
import { checkCharacter, gstinFrom } from './gstin';
import { stateCodes, stateNamed, stateNames } from './indianStates';

const CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const completed = (front: string) => front + checkCharacter(front);

test.each(vectors.valid)('%s is read, in small letters too', (text) => {
  expect(gstinFrom(text)).toBe(text);
  expect(gstinFrom(text.toLowerCase())).toBe(text);
});

test.each(Array.from({ length: 15 }, (_, position) => position))(
  'no single wrong character passes at place %i',
  (position) => {
    const right = '27AAPFU0939F1ZV';
    const wrong = CHARACTERS.filter((character) => character !== right[position]);
    const read = wrong.map((character) =>
      gstinFrom(right.slice(0, position) + character + right.slice(position + 1)),
    );
    expect(read).toEqual(Array.from({ length: 35 }, () => null));
  },
);

test.each([...stateCodes, '97'])('the place %s has them', (code) => {
  const text = completed(`${code}AAPFU0939F1Z`);
  expect(gstinFrom(text)).toBe(text);
});

test.each(vectors.noPlaces)('the place %s has none', (code) => {
  expect(gstinFrom(completed(`${code}AAPFU0939F1Z`))).toBeNull();
});

test.each(vectors.wrongFronts)(
  'a right check character does not make up for the wrong format of %s',
  (front) => {
    expect(gstinFrom(completed(front))).toBeNull();
  },
);

test.each([...vectors.invalid, 'x'.repeat(250_000)])('what only looks like one is none (%#)', (text) => {
  expect(gstinFrom(text)).toBeNull();
});

test('there are 28 states and 8 union territories, in alphabetical order', () => {
  expect(new Set(stateNames).size).toBe(36);
  expect(stateNames.slice(0, 3)).toEqual([
    'Andaman and Nicobar Islands',
    'Andhra Pradesh',
    'Arunachal Pradesh',
  ]);
  expect(stateNames.at(-1)).toBe('West Bengal');
});

test.each(vectors.states)('the state named %j is %j', (text, name) => {
  expect(stateNamed(text ?? '')).toBe(name ?? '');
});
