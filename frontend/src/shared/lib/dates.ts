/** ISO 8601 from the server, milliseconds, or a Date. */
export type DateTime = Date | string | number;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

// India has had one offset without daylight saving since 1945. Adding it is exact and fast; Intl's time zones
// take a tenth of a second on a cheap phone before the first render.
const AHEAD_OF_UTC_MS = 330 * 60_000;

function partsOf(datetime: DateTime) {
  const there = new Date(new Date(datetime).getTime() + AHEAD_OF_UTC_MS);
  return {
    weekday: DAYS[there.getUTCDay()],
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
    hour: there.getUTCHours(),
    minute: there.getUTCMinutes(),
  };
}

const two = (value: number) => String(value).padStart(2, '0');

/** 'Sat, 21 Nov 2026' */
export function formatDay(datetime: DateTime): string {
  const { weekday, day, month, year } = partsOf(datetime);
  return `${weekday}, ${day} ${MONTHS[month - 1]} ${year}`;
}

/** 'Sat 21 Nov', without the year. */
export function formatNearDay(datetime: DateTime): string {
  const { weekday, day, month } = partsOf(datetime);
  return `${weekday} ${day} ${MONTHS[month - 1]}`;
}

/** 'Sat 21 Nov, 3:00 PM' */
export const formatDeadline = (datetime: DateTime) => `${formatNearDay(datetime)}, ${formatTime(datetime)}`;

/** '21 Nov 26' */
export function formatDate(datetime: DateTime): string {
  const { day, month, year } = partsOf(datetime);
  return `${day} ${MONTHS[month - 1]} ${two(year % 100)}`;
}

/** '3:00 PM' */
export function formatTime(datetime: DateTime): string {
  const { hour, minute } = partsOf(datetime);
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '3:00 PM – 4:30 PM' */
export function formatTimeRange(start: DateTime, end: DateTime): string {
  return `${formatTime(start)} – ${formatTime(end)}`;
}

/** 'Nov-2026'; also takes 'yyyy-mm' and 'yyyy-mm-dd'. */
export function monthLabel(month: DateTime): string {
  const { month: number, year } = partsOf(month);
  return `${MONTHS[number - 1]}-${year}`;
}

/** The day in India, 'yyyy-mm-dd'. */
export function dayKey(datetime: DateTime): string {
  const { year, month, day } = partsOf(datetime);
  return `${year}-${two(month)}-${two(day)}`;
}

/** Includes the start, excludes the end. */
export function isBetween(now: DateTime, start: DateTime, end: DateTime): boolean {
  const [at, from, to] = [now, start, end].map((datetime) => new Date(datetime).getTime()) as [
    number,
    number,
    number,
  ];
  return from <= at && at < to;
}

/** 'IST' if the device's clock differs from India's, so that nobody takes our times for theirs. */
export function foreignTimeZone(): 'IST' | '' {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return own === 'Asia/Kolkata' || own === 'Asia/Calcutta' ? '' : 'IST';
}
