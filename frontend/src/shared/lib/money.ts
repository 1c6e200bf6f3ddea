/** '₹1,23,456.00', or '₹1,23,456' with `decimals: 0`; an empty string for null. */
export function formatRupees(amount: number | null, { decimals = 2 }: { decimals?: 0 | 2 } = {}): string {
  if (amount === null) return '';
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

/** The discount in whole per cent; null if there is none. */
export function percentOff(offer: number | null, markup: number | null | undefined): number | null {
  if (offer === null || !markup) return null;
  const percent = Math.round(((markup - offer) / markup) * 100);
  return percent > 0 ? percent : null;
}
