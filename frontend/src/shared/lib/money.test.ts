import { formatRupees, percentOff } from './money';

test.each([
  [0, '₹0.00'],
  [999.5, '₹999.50'],
  [1000, '₹1,000.00'],
  [123456, '₹1,23,456.00'],
  [12345678.9, '₹1,23,45,678.90'],
  [-500, '-₹500.00'],
  [-0.001, '₹0.00'],
])('writes %p in the Indian way', (amount, text) => {
  expect(formatRupees(amount)).toBe(text);
});

test.each([
  [123456, '₹1,23,456'],
  [999.5, '₹1,000'],
  [499.49, '₹499'],
  [0, '₹0'],
])('writes %p as whole rupees', (amount, text) => {
  expect(formatRupees(amount, { decimals: 0 })).toBe(text);
});

test('writes every sum as the engine does', () => {
  const own = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const paise = Array.from({ length: 400 }, (_, step) => Math.round(1.07 ** step) + step).filter(
    (sum) => sum < 1e12,
  );
  for (const sum of paise) expect(formatRupees(sum / 100)).toBe(`₹${own.format(sum / 100)}`);
});

test.each([
  [4999, 7499, 33],
  [1500, 4500, 67],
  [0, 1499, 100],
  [null, 1499, 100],
  [1499, 1499, 0],
  [1498, 1499, 0],
  [1499, null, 0],
  [1499, 0, 0],
])('of %p before %p the saving is %p', (price, markup, percent) => {
  expect(percentOff(price, markup)).toBe(percent);
});
