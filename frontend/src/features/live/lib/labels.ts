import { durationText } from '../../../shared/lib/businessConstants';
import type { Loss } from './selection';

/** '1 session', '6 sessions'. */
export const formatCount = (count: number): string => (count === 1 ? '1 session' : `${count} sessions`);

/** The rule on changes and refunds in one line. */
export const changeRule = (): string =>
  `Swap or cancel for a credit until ${durationText('changeDeadline')} before each session. If we cancel it, you can choose a full refund.`;

/** '20 + 20 + 5', or '3 × 20 + 5' if that would be long. */
export function formatParts(parts: readonly number[]): string {
  if (parts.length <= 4) return parts.join(' + ');
  const counts = new Map<number, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return [...counts].map(([part, times]) => (times === 1 ? part : `${times} × ${part}`)).join(' + ');
}

export const LOSS_LABELS: Readonly<Record<Loss, string>> = {
  booked: 'is already booked by you',
  full: 'is full',
  begun: 'has started',
  gone: 'is no longer scheduled',
};
