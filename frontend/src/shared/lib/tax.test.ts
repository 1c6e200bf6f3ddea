import { gstLines } from '../../../../tests/vectors/formatting.json';
import vectors from '../../../../tests/vectors/tax.json';
import { businessConstants } from '../../test/businessConstants';
import { type PageData, setPageSettings } from './pageData';
import { billOf, gstLine, paiseOf, rupeesOf, taxLinePercent } from './tax';

const setRate = (gstPercent: number) => setPageSettings({ ...businessConstants, gstPercent } as PageData);

afterEach(() => setRate(18));

test.each(vectors)(
  '$price less $discount paise at $percent% comes to what the server makes of it',
  (vector) => {
    const { percent = 18, price, discount, ...bill } = vector as typeof vector & { percent?: number };
    setRate(percent);
    expect(billOf({ price, discount })).toEqual(bill);
  },
);

test('the estimate is the nearest paisa for every price up to fifty rupees', () => {
  for (let price = 0; price <= 5000; price += 1) {
    const line = Number((BigInt(price) * 9n * 2n + 100n) / 200n);
    const whole = price + 2 * line;
    expect([price, billOf({ price }).billTotal]).toEqual([price, whole < 100 ? 0 : whole]);
  }
});

test.each([
  [0, 0],
  [1499, 149_900],
  [1499.5, 149_950],
  [1499.05, 149_905],
  [0.29, 29],
  [1.15, 115],
  [999_999.99, 99_999_999],
])('%d rupees are %d paise, and back', (rupees, paise) => {
  expect(paiseOf(rupees)).toBe(paise);
  expect(rupeesOf(paise)).toBe(rupees);
});

test.each(gstLines)('$price rupees with GST read $text', ({ price, text }) => {
  expect(gstLine(price)).toBe(text);
});

test('another rate is named with the decimals it needs', () => {
  setRate(17.5);
  expect(gstLine(1000)).toBe('₹1,175 incl. 17.5% GST (₹1,000 + ₹175 GST)');
  expect(taxLinePercent()).toBe(8.75);
});
