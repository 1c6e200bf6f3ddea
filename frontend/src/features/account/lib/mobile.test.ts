import vectors from '../../../../../tests/vectors/mobile.json';
import { cleanMobile, formatMobile, mobileFrom } from './mobile';

test.each([
  ...vectors.valid,
  ['98765 43210', '9876543210'],
  ['98765-43210', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['+९१ ९८७६५ ४३२१०', '9876543210'],
  ['＋９１９８７６５４３２１０', '9876543210'],
])('%j is the number %s', (text, mobile) => {
  expect(mobileFrom(text ?? '')).toBe(mobile);
});

test.each(vectors.invalid)('%j is no number and is not corrected', (text) => {
  expect(mobileFrom(text)).toBeNull();
});

test.each([
  ['98765 4', '987654'],
  ['+91 98765 43210', '9876543210'],
  ['९८', '98'],
  ['+91 98', '+9198'],
  ['098765 43210', '09876543210'],
  ['98765abc', '98765abc'],
])('%j stands in the field as %s', (text, shown) => {
  expect(cleanMobile(text)).toBe(shown);
});

test('a number is read in two halves', () => {
  expect(formatMobile('9876543210')).toBe('+91 98765 43210');
});
