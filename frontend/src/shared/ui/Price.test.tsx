import { render } from '@testing-library/react';
import { Price } from './Price';

const textOf = (price: React.ReactElement) => render(price).container.textContent;

test.each([
  [{ price: 589, markup: 1180 }, 'Price ₹589 incl. GST instead of ₹1,180 50% off'],
  [{ price: 5898.82, markup: 8848.82 }, 'Price ₹5,898.82 incl. GST instead of ₹8,848.82 33% off'],
  [{ price: null, markup: 1768.82 }, 'Price Free instead of ₹1,768.82 100% off'],
  [{ price: null, markup: null }, 'Price Free'],
  // A bill below one rupee is waived.
  [{ price: 0, markup: null }, 'Price Free'],
  [{ price: 1499, markup: 1499 }, 'Price ₹1,499 incl. GST'],
  [{ price: 1499, markup: 999 }, 'Price ₹1,499 incl. GST'],
  [{ price: 99_999, markup: 100_000 }, 'Price ₹99,999 incl. GST'],
])('%j reads %p', (props, text) => {
  expect(textOf(<Price {...props} />)).toBe(text);
});
