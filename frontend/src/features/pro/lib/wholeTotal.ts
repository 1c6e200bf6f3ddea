import { shortRupees } from '../../../shared/lib/money';
import { billOf, paiseOf, rupeesOf } from '../../../shared/lib/tax';

/** With tax in whole rupees, rounded up: never less than what is paid. */
export const wholeTotal = (price: number): string =>
  shortRupees(Math.ceil(rupeesOf(billOf({ price: paiseOf(price) }).billTotal)));
