import { dayKey, formatDay, formatNearDay, formatTimeRange } from '../../../shared/lib/dates';
import { english } from '../../../shared/lib/i18n';
import { shortRupees } from '../../../shared/lib/money';
import type { LiveTradingCard } from '../queries';

type Program = Pick<LiveTradingCard, 'programSessions' | 'nextSessionAt'>;
type Lowest = Pick<LiveTradingCard, 'fromSessions' | 'singlePriceWithGst'>;

/** 'Fri, 13 Nov 2026 onwards', from the first session, begun or not. */
export function daysText({ programSessions: [first] }: Program, i18n = english): string {
  return first
    ? i18n._('{day} onwards', { day: formatDay(first.date, i18n) })
    : i18n._('Dates to be announced');
}

/** When a session is: '3:45 PM – 5:15 PM', after the first day 'Next: Mon 30 Nov, 3:45 PM – 5:15 PM'. */
export function timesText({ programSessions, nextSessionAt }: Program, i18n = english): string {
  const [first] = programSessions;
  if (!first) return '';
  const next = programSessions.find(({ date }) => date === nextSessionAt) ?? first;
  const times = formatTimeRange(next.date, next.endDate);
  if (dayKey(next.date) === dayKey(first.date)) return times;
  return `${i18n._('Next: {day}', { day: formatNearDay(next.date, i18n) })}, ${times}`;
}

/** 'in a pack of 20'; empty where one session alone costs as little. */
export const packText = ({ fromSessions }: Lowest): string =>
  fromSessions !== null && fromSessions > 1 ? `in a pack of ${fromSessions}` : '';

/** '₹588.82 single', beside the price in a pack. */
export const singleText = (lowest: Lowest): string =>
  packText(lowest) && lowest.singlePriceWithGst ? `${shortRupees(lowest.singlePriceWithGst)} single` : '';
