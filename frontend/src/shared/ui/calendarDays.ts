// Days are 'yyyy-mm-dd' and months 'yyyy-mm'. Arithmetic uses UTC, which has no daylight saving.

const DAY = 86_400_000;

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);
const written = (time: number) => new Date(time).toISOString().slice(0, 10);

export const monthOf = (day: string) => day.slice(0, 7);

export const dayNumber = (day: string) => Number(day.slice(8));

export const addDays = (day: string, count: number) => written(utc(day) + count * DAY);

/** 0 is Monday. */
export const weekdayOf = (day: string) => (new Date(utc(day)).getUTCDay() + 6) % 7;

export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return written(Date.UTC(year, number - 1 + count, 1)).slice(0, 7);
}

export const daysIn = (month: string) => dayNumber(addDays(`${addMonths(month, 1)}-01`, -1));

/** The same day of another month, or that month's last day. */
export function sameDayIn(month: string, day: string): string {
  return `${month}-${String(Math.min(dayNumber(day), daysIn(month))).padStart(2, '0')}`;
}

export type Week = { id: string; days: { id: string; day: string | null }[] };

/** Always six weeks, so that all months have the same height; null for days of other months. */
export function weeksOf(month: string): Week[] {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  return [0, 1, 2, 3, 4, 5].map((week) => ({
    id: addDays(start, week * 7),
    days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
      const day = addDays(start, week * 7 + weekday);
      return { id: day, day: monthOf(day) === month ? day : null };
    }),
  }));
}
