import { checkCharacter, gstinFrom } from './gstin';
import { stateCodes, stateNames } from './indianStates';

const TRUE = [
  '27AAPFU0939F1ZV',
  '29AAGCB7383J1Z4',
  '24AAACC1206D1ZM',
  '07AAACC1206D1ZI',
  '33AAACC1206D1ZN',
  '29AAACI4798L1ZU',
  '27AAACR5055K1Z7',
  '27AASCS2460H1Z0',
];
const CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const completed = (front: string) => front + checkCharacter(front);

test.each(TRUE)('%s is read, in small letters too', (text) => {
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

test.each(['00', '25', '28', '39', '40', '96', '98', '99'])('the place %s has none', (code) => {
  expect(gstinFrom(completed(`${code}AAPFU0939F1Z`))).toBeNull();
});

test.each([
  '27AAPF00939F1Z',
  '27AAPFUO939F1Z',
  '27AAPFU093911Z',
  '27AAPFU0939F0Z',
  '27AAPFU0939F1Y',
  'MHAAPFU0939F1Z',
])('a right check does not mend the wrong form of %s', (front) => {
  expect(gstinFrom(completed(front))).toBeNull();
});

test.each([
  '',
  '27AAPFU0939F1Z',
  '27AAPFU0939F1ZVV',
  ' 27AAPFU0939F1ZV',
  '27AAPFU0939F1ZV\n',
  '27-AAPFU0939F1ZV',
  '२७AAPFU0939F1ZV',
  '２７AAPFU0939F1ZV',
  '27AAſCS2460H1Z0',
  '27AA\u0131CS2460H1Z0',
  '27AAPFU0939F1Z\u200bV',
  'x'.repeat(250_000),
])('what only looks like one is none (%#)', (text) => {
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
