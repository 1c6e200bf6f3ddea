import { formatDate } from '../../../shared/lib/dates';
import type { Week } from '../queries';

/** Pixels: what a full bar is high, and where its foot stands. Twin: apps/site/week_chart.py. */
export const FULL = 112;
export const FOOT = 140;

/** Half an hour fills the chart until some week has more. */
const LEAST_TOP = 30;

export interface Bar {
  weekStart: string;
  minutes: number;
  height: number;
  /** 'Where' of eight, in per cent of the width: of the bar's left side and of its middle. */
  left: string;
  middle: string;
  day: string;
  /** Said where it differs from the week before. */
  month: string;
  isNow: boolean;
}

export function bars(weeks: readonly Week[]): Bar[] {
  const top = Math.max(LEAST_TOP, ...weeks.map(({ minutes }) => minutes));
  const share = 100 / weeks.length;
  let monthBefore = '';
  return weeks.map(({ weekStart, minutes }, place) => {
    const [day = '', month = ''] = formatDate(weekStart).split(' ');
    const isNewMonth = month !== monthBefore;
    monthBefore = month;
    return {
      weekStart,
      minutes,
      height: Math.floor((minutes * FULL) / top),
      left: `${(place + 0.25) * share}%`,
      middle: `${(place + 0.5) * share}%`,
      day,
      month: isNewMonth ? month : '',
      isNow: place === weeks.length - 1,
    };
  });
}

/** '16 Nov', for a week that starts then. */
export const weekName = (weekStart: string) => formatDate(weekStart).slice(0, -3);

export function minutesLine(minutes: number): string {
  return `${minutes.toLocaleString('en-IN')} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
