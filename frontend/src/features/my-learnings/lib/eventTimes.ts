import { dayKey, formatDay, formatDeadline, formatTime, formatTimeRange } from '../../../shared/lib/dates';
import { opensAt } from './joinWindow';

export interface Span {
  startsAt: string;
  endsAt: string;
}

/** 'Tue, 24 Nov 2026', or first and last day. */
export function dayText({ startsAt, endsAt }: Span): string {
  const isOver = Date.parse(endsAt) - Date.parse(startsAt) >= 86_400_000;
  return isOver ? `${formatDay(startsAt)} – ${formatDay(endsAt)}` : formatDay(startsAt);
}

export const timeText = ({ startsAt, endsAt }: Span) => formatTimeRange(startsAt, endsAt);

/** From when the owner can join; shown while there is no link. */
export function joinText({ startsAt }: Pick<Span, 'startsAt'>, now: number) {
  const opens = opensAt(startsAt);
  if (opens <= now) return { text: 'The join link is not available yet', hasTime: false };
  // For an event just after midnight the room opens the day before.
  const isSameDay = dayKey(opens) === dayKey(startsAt);
  return { text: `Join from ${isSameDay ? formatTime(opens) : formatDeadline(opens)}`, hasTime: true };
}
