/** '₹1,23,456.00', or '₹1,23,456' with `decimals: 0`. */
export function formatRupees(amount: number, { decimals = 2 }: { decimals?: 0 | 2 } = {}): string {
  // Indian grouping: lakh and crore.
  const figure = Math.abs(amount)
    .toFixed(decimals)
    .replace(/\B(?=(\d\d)*\d{3}(\.|$))/g, ',');
  // Rounded to zero it has no sign; otherwise '-₹0.00' would appear.
  const sign = amount < 0 && /[1-9]/.test(figure) ? '-' : '';
  return `${sign}₹${figure}`;
}

/** Without '.00', for buttons and sentences. */
export const shortRupees = (amount: number): string => formatRupees(amount).replace(/\.00$/, '');

/** The discount in whole per cent; without a price it is free. */
export const percentOff = (price: number | null, markup: number | null): number =>
  markup ? Math.round(((markup - (price ?? 0)) / markup) * 100) : 0;
