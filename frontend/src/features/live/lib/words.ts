import { formatRupees } from '../../../shared/lib/money';
import type { Loss } from './selection';

/** Without the decimals where they say nothing. */
export const shortRupees = (amount: number) => formatRupees(amount).replace(/\.00$/, '');

/** '20 + 20 + 5', or '3 × 20 + 5' where it would grow long. */
export function partsInWords(parts: readonly number[]): string {
  if (parts.length <= 4) return parts.join(' + ');
  const counts = new Map<number, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return [...counts].map(([part, times]) => (times === 1 ? part : `${times} × ${part}`)).join(' + ');
}

export const LOSSES: Readonly<Record<Loss, string>> = {
  booked: 'is yours already',
  full: 'has no seat left',
  begun: 'has begun',
  gone: 'is not planned any more',
};
