import { billOf, paiseOf, rupeesOf, taxLinePercent } from './tax';

interface Row {
  label: string;
  amount: number;
  before?: number | null;
}

interface Bill {
  plan: { actualPrice: number | null; discountedPrice: number };
  coupon: { CouponCode: string; Coupondiscount: number } | null;
  taxLines: readonly { name: string; rate: number; amount: number }[];
}

/** The rows of a cart or an order, in the order of the calculation. */
export function billRows({ plan, coupon, taxLines }: Bill): Row[] {
  const off = coupon && { label: `Coupon ${coupon.CouponCode}`, amount: -coupon.Coupondiscount };
  return [
    { label: 'Price', amount: plan.discountedPrice, before: plan.actualPrice },
    ...(off ? [off] : []),
    ...taxLines.map(({ name, rate, amount }) => ({ label: `${name} ${rate}%`, amount })),
  ];
}

/** The same for a visitor's estimate. */
export function estimatedRows(price: number, before: number | null): { rows: Row[]; total: number } {
  const { igst, cgst, billTotal } = billOf({ price: paiseOf(price) });
  return {
    rows: [
      { label: 'Price', amount: price, before },
      { label: `IGST ${taxLinePercent()}%`, amount: rupeesOf(igst) },
      { label: `CGST ${taxLinePercent()}%`, amount: rupeesOf(cgst) },
    ],
    total: rupeesOf(billTotal),
  };
}
