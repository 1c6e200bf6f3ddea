/** Twin: apps/commerce/pricing.py. Both keep to tests/vectors/tax.json. */
const LINE_PERCENT = 9;

/** The provider takes nothing below a rupee, so a smaller bill is let off. */
const LEAST_BILL = 100;

/** Whole paise throughout. */
export interface Bill {
  igst: number;
  cgst: number;
  billTotal: number;
}

/** What a price comes to with tax, before the server has been asked. */
export function billOf({ price, discount = 0 }: { price: number; discount?: number }): Bill {
  const taxable = Math.max(0, price - discount);
  const line = percentOf(taxable, LINE_PERCENT);
  const billTotal = taxable + line + line;
  return billTotal < LEAST_BILL ? { igst: 0, cgst: 0, billTotal: 0 } : { igst: line, cgst: line, billTotal };
}

/** A half goes up. The rest is taken away before dividing, so no fraction ever arises. */
function percentOf(paise: number, percent: number): number {
  const doubled = 2 * paise * percent + 100;
  return (doubled - (doubled % 200)) / 200;
}

/** An amount from the wire, read from its digits: times 100 it could gain or lose a paisa. */
export function paiseOf(rupees: number): number {
  const [whole = '0', decimals = ''] = String(rupees).split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2));
}

/** For writing only; nothing is calculated with it. */
export const rupeesOf = (paise: number): number => paise / 100;
