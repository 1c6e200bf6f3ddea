import { type DateTime, dayKey } from '../../../shared/lib/dates';

/** The filters of a list of live events in the URL. apps/live/selectors/event_filters.py knows the same ones. */

const PRICES = ['free', 'paid'] as const;
const DATES = ['today', 'week', 'month'] as const;
const TEXTS = ['host', 'language', 'category'] as const;
const NAMES = ['price', 'host', 'date', 'language', 'category'] as const;
const MAX_TEXT_LENGTH = 120;

type Price = (typeof PRICES)[number];
type DateRange = (typeof DATES)[number];

/** A filter that is not set is absent. */
export interface EventFilterValues {
  price?: Price;
  date?: DateRange;
  host?: string;
  language?: string;
  /** The title of a category. */
  category?: string;
}

/** The filters whose values are those of the listed events. */
export type TextFilter = (typeof TEXTS)[number];

/** What the filters need to know of an event. */
export interface EventFacts {
  isFree: boolean;
  host: string;
  language: string;
  category: string | null;
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
  const texts = TEXTS.map((name) => [name, first(name)] as const);
  return {
    ...(price && { price }),
    ...(date && { date }),
    ...Object.fromEntries(texts.filter(([, text]) => text && text.length <= MAX_TEXT_LENGTH)),
  };
}

export function eventListUrl(path: string, filters: EventFilterValues): string {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = filters[name];
    if (value) query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Whether an event fits all filters; days are those of India. */
export function fits(event: EventFacts, filters: EventFilterValues, now: number): boolean {
  const { price, date } = filters;
  if (price && event.isFree !== (price === 'free')) return false;
  if (TEXTS.some((name) => filters[name] && event[name] !== filters[name])) return false;
  return !date || event.times.some(([start, end]) => isWithin(start, end, date, now));
}

function isWithin(start: DateTime, end: DateTime, date: DateRange, now: number): boolean {
  const last = dayKey(now + DAYS_AHEAD[date] * DAY_MS);
  return dayKey(start) <= last && new Date(end).getTime() > now;
}
