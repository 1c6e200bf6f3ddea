import { english, type I18n } from './i18n';

/** ISO 8601 from the server, milliseconds, or a Date. */
export type DateTime = Date | string | number;

// Names from our catalogues instead of from Intl: the server and every phone must print the same.
const MONTHS = [
  /*i18n*/ 'Jan',
  /*i18n*/ 'Feb',
  /*i18n*/ 'Mar',
  /*i18n*/ 'Apr',
  /*i18n*/ 'May',
  /*i18n*/ 'Jun',
  /*i18n*/ 'Jul',
  /*i18n*/ 'Aug',
  /*i18n*/ 'Sep',
  /*i18n*/ 'Oct',
  /*i18n*/ 'Nov',
  /*i18n*/ 'Dec',
] as const;

const DAYS = [
  /*i18n*/ 'Sun',
  /*i18n*/ 'Mon',
  /*i18n*/ 'Tue',
  /*i18n*/ 'Wed',
  /*i18n*/ 'Thu',
  /*i18n*/ 'Fri',
  /*i18n*/ 'Sat',
] as const;

// India has had one offset without daylight saving since 1945. Adding it is exact and fast; Intl's time zones
// take a tenth of a second on a cheap phone before the first render.
const AHEAD_OF_UTC_MS = 330 * 60_000;

function partsOf(datetime: DateTime) {
  const there = new Date(new Date(datetime).getTime() + AHEAD_OF_UTC_MS);
  return {
    weekday: DAYS[there.getUTCDay()] as string,
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
    hour: there.getUTCHours(),
    minute: there.getUTCMinutes(),
  };
}

const monthName = (month: number, i18n: I18n) => i18n._(MONTHS[month - 1] as string);

const two = (value: number) => String(value).padStart(2, '0');

/** 'Sat, 21 Nov 2026' */
export function formatDay(datetime: DateTime, i18n = english): string {
  const { weekday, day, month, year } = partsOf(datetime);
  return `${i18n._(weekday)}, ${day} ${monthName(month, i18n)} ${year}`;
}

/** 'Sat 21 Nov', without the year. */
export function formatNearDay(datetime: DateTime, i18n = english): string {
  const { weekday, day, month } = partsOf(datetime);
  return `${i18n._(weekday)} ${day} ${monthName(month, i18n)}`;
}

/** 'Sat 21 Nov, 3:00 PM' */
export const formatDeadline = (datetime: DateTime, i18n = english) =>
  `${formatNearDay(datetime, i18n)}, ${formatTime(datetime)}`;

/** '21 Nov 26' */
export function formatDate(datetime: DateTime, i18n = english): string {
  const { day, month, year } = partsOf(datetime);
  return `${day} ${monthName(month, i18n)} ${two(year % 100)}`;
}

/** '3:00 PM', in every language: it is how Indian sites in Hindi print a time, too. */
export function formatTime(datetime: DateTime): string {
  const { hour, minute } = partsOf(datetime);
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '3:00 PM – 4:30 PM' */
export function formatTimeRange(start: DateTime, end: DateTime): string {
  return `${formatTime(start)} – ${formatTime(end)}`;
}

/** 'Nov-2026'; also takes 'yyyy-mm' and 'yyyy-mm-dd'. */
export function monthLabel(month: DateTime, i18n = english): string {
  const { month: number, year } = partsOf(month);
  return `${monthName(number, i18n)}-${year}`;
}

/** The day in India, 'yyyy-mm-dd'. */
export function dayKey(datetime: DateTime): string {
  const { year, month, day } = partsOf(datetime);
  return `${year}-${two(month)}-${two(day)}`;
}

export type Phase = 'upcoming' | 'live' | 'over';

/**
 * Where something stands by the clock. For lists and the session picker, which compare with the time of their
 * own because their pages are cached; anything else that depends on time is decided by the server.
 */
export function phaseOf(start: DateTime, end: DateTime, now: number): Phase {
  if (now < new Date(start).getTime()) return 'upcoming';
  return now < new Date(end).getTime() ? 'live' : 'over';
}

/** 'IST' if the device's clock differs from India's, so that nobody takes our times for theirs. */
export function foreignTimeZone(): 'IST' | '' {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return own === 'Asia/Kolkata' || own === 'Asia/Calcutta' ? '' : 'IST';
}
