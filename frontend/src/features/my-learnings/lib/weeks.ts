import { formatDate } from '../../../shared/lib/dates';
import type { Week } from '../queries';

/** Pixels: the height of a full bar and the position of the baseline. */
export const FULL = 112;
export const FOOT = 140;

/** The chart's maximum is at least half an hour. */
const MIN_TOP = 30;

export interface Bar {
  weekStart: string;
  minutes: number;
  height: number;
  /** In per cent of the width: the bar's left edge and its centre. */
  left: string;
  middle: string;
  day: string;
  /** Set if it differs from the previous week. */
  month: string;
  isNow: boolean;
}

export function bars(weeks: readonly Week[]): Bar[] {
  const top = Math.max(MIN_TOP, ...weeks.map(({ minutes }) => minutes));
  const share = 100 / weeks.length;
  let monthBefore = '';
  return weeks.map(({ weekStart, minutes }, index) => {
    const [day = '', month = ''] = formatDate(weekStart).split(' ');
    const isNewMonth = month !== monthBefore;
    monthBefore = month;
    return {
      weekStart,
      minutes,
      height: Math.floor((minutes * FULL) / top),
      left: `${(index + 0.25) * share}%`,
      middle: `${(index + 0.5) * share}%`,
      day,
      month: isNewMonth ? month : '',
      isNow: index === weeks.length - 1,
    };
  });
}

/** '16 Nov', the first day of the week. */
export const weekName = (weekStart: string) => formatDate(weekStart).slice(0, -3);

export function minutesText(minutes: number): string {
  return `${minutes.toLocaleString('en-IN')} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
