import { cleanMobile, formatMobile, mobileFrom } from './mobile';

test.each([
  ['9876543210', '9876543210'],
  ['6000000000', '6000000000'],
  ['98765 43210', '9876543210'],
  ['98765-43210', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['919876543210', '9876543210'],
  ['9198765432', '9198765432'],
  ['+९१ ९८७६५ ४३२१०', '9876543210'],
  ['＋９１９８７６５４３２１０', '9876543210'],
])('%j is the number %s', (text, mobile) => {
  expect(mobileFrom(text)).toBe(mobile);
});

test.each([
  '',
  '98765',
  '5876543210',
  '09876543210',
  '0919876543210',
  '+919876',
  '+929876543210',
  '91919876543210',
  '98765432101',
  '98765o3210',
  '98765.43210',
])('%j is no number and is not mended', (text) => {
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
