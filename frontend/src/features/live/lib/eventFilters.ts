import { type DateTime, dayKey } from '../../../shared/lib/dates';

/** The filters of a list of live events in the URL. apps/live/selectors/event_filters.py knows the same ones. */

const PRICES = ['free', 'paid'] as const;
const DATES = ['today', 'week', 'month'] as const;
const MAX_HOST_LENGTH = 120;

type Price = (typeof PRICES)[number];
type DateRange = (typeof DATES)[number];

/** A filter that is not set is absent. */
export interface EventFilterValues {
  price?: Price;
  host?: string;
  date?: DateRange;
}

/** What the filters need to know of an event. */
export interface EventFacts {
  isFree: boolean;
  host: string;
  /** When it takes place; a program has several times. */
  times: readonly (readonly [DateTime, DateTime])[];
}

const DAYS_AHEAD: Record<DateRange, number> = { today: 0, week: 6, month: 29 };
const DAY_MS = 24 * 60 * 60_000;

export function parseEventFilters(query: string): EventFilterValues {
  const params = new URLSearchParams(query);
  const first = (name: string) => (params.get(name) ?? '').trim();
  const price = PRICES.find((known) => known === first('price'));
  const date = DATES.find((known) => known === first('date'));
  const host = first('host');
  return {
    ...(price && { price }),
    ...(host && host.length <= MAX_HOST_LENGTH && { host }),
    ...(date && { date }),
  };
}

export function eventListUrl(path: string, { price, host, date }: EventFilterValues): string {
  const query = new URLSearchParams();
  if (price) query.set('price', price);
  if (host) query.set('host', host);
  if (date) query.set('date', date);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Whether an event fits all filters; days are those of India. */
export function fits(event: EventFacts, { price, host, date }: EventFilterValues, now: number): boolean {
  if (price && event.isFree !== (price === 'free')) return false;
  if (host && event.host !== host) return false;
  return !date || event.times.some(([start, end]) => isWithin(start, end, date, now));
}

function isWithin(start: DateTime, end: DateTime, date: DateRange, now: number): boolean {
  const last = dayKey(now + DAYS_AHEAD[date] * DAY_MS);
  return dayKey(start) <= last && new Date(end).getTime() > now;
}
