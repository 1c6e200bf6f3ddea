import { render } from '@testing-library/react';
import { Price } from './Price';

const textOf = (price: React.ReactElement) => render(price).container.textContent;

test.each([
  [{ offer: 4999, markup: 7499 }, 'Price ₹4,999.00instead of ₹7,499.0033% off'],
  [{ offer: 4999, markup: 7499, decimals: 0 }, 'Price ₹4,999instead of ₹7,49933% off'],
  [{ offer: 4999, markup: 7499, showDiscount: false }, 'Price ₹4,999.00instead of ₹7,499.00'],
  [{ offer: 0, markup: 1499 }, 'Price Freeinstead of ₹1,499.00'],
  [{ offer: 0, markup: null }, 'Price Free'],
  [{ offer: 1499, markup: 1499 }, 'Price ₹1,499.00'],
  [{ offer: 1499, markup: 999 }, 'Price ₹1,499.00'],
  [{ offer: 1499, markup: 0 }, 'Price ₹1,499.00'],
  [{ offer: null, markup: 1499 }, ''],
] as const)('%j reads %p', (props, text) => {
  expect(textOf(<Price {...props} />)).toBe(text);
});
