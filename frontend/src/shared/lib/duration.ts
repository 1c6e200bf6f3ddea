import { english } from './i18n';

/** '27 sec', '35 min', '8 hours', '1 hour 30 min'. */
export function formatDuration(seconds: number, i18n = english): string {
  if (seconds > 0 && seconds < 60) return i18n._('{count} sec', { count: seconds });
  const whole = Math.floor((seconds + 30) / 60);
  const [hours, minutes] = [Math.floor(whole / 60), whole % 60];
  const hourText = hours > 0 ? i18n._('{count, plural, one {# hour} other {# hours}}', { count: hours }) : '';
  const minuteText = minutes > 0 || hours === 0 ? i18n._('{count} min', { count: minutes }) : '';
  return `${hourText} ${minuteText}`.trim();
}

/** '90 days', '4 hours', '1 minute', in the largest unit that fits exactly; a day reads '24 hours'. */
export function formatSpan(seconds: number): string {
  if (seconds % 86_400 === 0 && seconds > 86_400) return counted(seconds / 86_400, 'day');
  if (seconds % 3600 === 0 && seconds > 0) return counted(seconds / 3600, 'hour');
  if (seconds % 60 === 0 && seconds > 0) return counted(seconds / 60, 'minute');
  return counted(seconds, 'second');
}

export function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
