/** A moment as the server writes it (ISO 8601), as milliseconds or as a Date. */
export type Moment = Date | string | number;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

// One offset in all of India, the whole year, since 1945. A sum is exact and takes no time, where the
// engine's own tables of zones cost a cheap phone a tenth of a second before the first picture.
const AHEAD_OF_UTC_MS = 330 * 60_000;

function partsOf(moment: Moment) {
  const there = new Date(new Date(moment).getTime() + AHEAD_OF_UTC_MS);
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
export function formatDay(moment: Moment): string {
  const { weekday, day, month, year } = partsOf(moment);
  return `${weekday}, ${day} ${MONTHS[month - 1]} ${year}`;
}

/** 'Sat 21 Nov', for days that are near. */
export function formatNearDay(moment: Moment): string {
  const { weekday, day, month } = partsOf(moment);
  return `${weekday} ${day} ${MONTHS[month - 1]}`;
}

/** 'Sat 21 Nov, 3:00 PM' */
export const formatDeadline = (moment: Moment) => `${formatNearDay(moment)}, ${formatTime(moment)}`;

/** '21 Nov 26' */
export function formatDate(moment: Moment): string {
  const { day, month, year } = partsOf(moment);
  return `${day} ${MONTHS[month - 1]} ${two(year % 100)}`;
}

/** '3:00 PM' */
export function formatTime(moment: Moment): string {
  const { hour, minute } = partsOf(moment);
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '3:00 PM – 4:30 PM' */
export function formatTimeRange(start: Moment, end: Moment): string {
  return `${formatTime(start)} – ${formatTime(end)}`;
}

/** 'Nov-2026'; takes 'yyyy-mm' and 'yyyy-mm-dd' as well, which lie in the same month in India. */
export function monthLabel(month: Moment): string {
  const { month: number, year } = partsOf(month);
  return `${MONTHS[number - 1]}-${year}`;
}

/** The calendar day in India, 'yyyy-mm-dd'. */
export function dayKey(moment: Moment): string {
  const { year, month, day } = partsOf(moment);
  return `${year}-${two(month)}-${two(day)}`;
}

/** From the start on, and over when the end comes. */
export function isBetween(now: Moment, start: Moment, end: Moment): boolean {
  const [at, from, to] = [now, start, end].map((moment) => new Date(moment).getTime()) as [
    number,
    number,
    number,
  ];
  return from <= at && at < to;
}

/** 'IST' where the browser's own clock says something else, so that nobody takes our times for theirs. */
export function foreignZone(): 'IST' | '' {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return own === 'Asia/Kolkata' || own === 'Asia/Calcutta' ? '' : 'IST';
}
