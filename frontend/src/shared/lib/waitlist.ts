import { formatTime } from './dates';

/** '1st', '2nd', '12th'. */
export function ordinal(number: number): string {
  const teens = number % 100 > 10 && number % 100 < 14;
  return `${number}${(!teens && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
}

export const placeText = (place: number) => `You are ${ordinal(place)} in line`;

export const heldText = (until: string) => `A seat is held for you until ${formatTime(until)}`;
