import { dayKey, formatDay, formatDeadline, formatTime, formatTimeRange } from '../../../shared/lib/dates';
import { opensAt } from './moments';

// All of it has a twin in apps/site/own_events.py.

export interface Span {
  startsAt: string;
  endsAt: string;
}

/** 'Tue, 24 Nov 2026', or the first and the last day. */
export function dayWords({ startsAt, endsAt }: Span): string {
  const isOver = Date.parse(endsAt) - Date.parse(startsAt) >= 86_400_000;
  return isOver ? `${formatDay(startsAt)} – ${formatDay(endsAt)}` : formatDay(startsAt);
}

export const timeWords = ({ startsAt, endsAt }: Span) => formatTimeRange(startsAt, endsAt);

/** From when on its owner can join; said while there is no link. */
export function joinWords({ startsAt }: Pick<Span, 'startsAt'>, now: number) {
  const opens = opensAt(startsAt);
  if (opens <= now) return { words: 'The link to join is not there yet', hasTime: false };
  // Just after midnight it opens on the day before.
  const isSameDay = dayKey(opens) === dayKey(startsAt);
  return { words: `Join from ${isSameDay ? formatTime(opens) : formatDeadline(opens)}`, hasTime: true };
}
