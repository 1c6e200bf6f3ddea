/** '₹1,23,456.00', or '₹1,23,456' with `decimals: 0`. An amount that is not known gives an empty text. */
export function formatRupees(amount: number | null, { decimals = 2 }: { decimals?: 0 | 2 } = {}): string {
  if (amount === null) return '';
  // Groups of two above the last three digits: lakh and crore.
  const figure = Math.abs(amount)
    .toFixed(decimals)
    .replace(/\B(?=(\d\d)*\d{3}(\.|$))/g, ',');
  // A sum that rounds to nothing has no sign, or '-₹0.00' would appear.
  const sign = amount < 0 && /[1-9]/.test(figure) ? '-' : '';
  return `${sign}₹${figure}`;
}

/** The whole per cent that `offer` lies below `markup`; null when there is nothing to boast of. */
export function percentOff(offer: number | null, markup: number | null | undefined): number | null {
  if (offer === null || !markup) return null;
  const percent = Math.round(((markup - offer) / markup) * 100);
  return percent > 0 ? percent : null;
}
