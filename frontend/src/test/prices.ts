import { billOf, paiseOf, rupeesOf } from '../shared/lib/tax';

/** As the server adds it to a card. */
export const withGst = (price: number | null): number | null =>
  price ? rupeesOf(billOf({ price: paiseOf(price) }).billTotal) : null;

/** The prices with GST of a card with these prices. */
export const pricesWithGst = (price: number, markup: number | null) => ({
  priceWithGst: withGst(price),
  markupPriceWithGst: withGst(markup),
});
