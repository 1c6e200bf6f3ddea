import { shortRupees } from './money';
import { pageSettings } from './pageData';

/** Percent of each of the two equal lines. */
export const taxLinePercent = (): number => pageSettings().gstPercent / 2;

/** The provider's minimum is one rupee; a smaller total is waived. */
const MIN_BILL = 100;

/** Whole paise. */
export interface Bill {
  igst: number;
  cgst: number;
  billTotal: number;
}

/**
 * The estimated total with tax, before there is a cart.
 *
 * Mirrors apps/commerce/pricing.py; both are tested with tests/vectors/tax.json.
 */
export function billOf({ price, discount = 0 }: { price: number; discount?: number }): Bill {
  const taxable = Math.max(0, price - discount);
  const line = taxLineOf(taxable);
  const billTotal = taxable + line + line;
  return billTotal < MIN_BILL ? { igst: 0, cgst: 0, billTotal: 0 } : { igst: line, cgst: line, billTotal };
}

/** Half of the tax. Rounds half up, in integers: the remainder is subtracted before dividing. */
function taxLineOf(paise: number): number {
  const hundredths = Math.round(100 * pageSettings().gstPercent);
  const sum = paise * hundredths + 10_000;
  return (sum - (sum % 20_000)) / 20_000;
}

/** An amount from JSON, parsed from its digits: multiplying by 100 could be off by a paisa. */
export function paiseOf(rupees: number): number {
  const [whole = '0', decimals = ''] = String(rupees).split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2));
}

/** For display only. */
export const rupeesOf = (paise: number): number => paise / 100;

/** '₹2,358.82', '18%' and '₹1,999 + ₹359.82 GST' for rupees. */
export function gstTexts(price: number): { total: string; rate: string; parts: string } {
  const { igst, cgst, billTotal } = billOf({ price: paiseOf(price) });
  return {
    total: shortRupees(rupeesOf(billTotal)),
    rate: `${pageSettings().gstPercent}%`,
    parts: `${shortRupees(price)} + ${shortRupees(rupeesOf(igst + cgst))} GST`,
  };
}

/** '₹2,358.82 incl. 18% GST (₹1,999 + ₹359.82 GST)' for rupees. */
export function gstLine(price: number): string {
  const { total, rate, parts } = gstTexts(price);
  return `${total} incl. ${rate} GST (${parts})`;
}
