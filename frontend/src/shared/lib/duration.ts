/** '27 sec', '35 min', '8 hours', '1 hour 30 min'. */
export function formatDuration(seconds: number): string {
  if (seconds > 0 && seconds < 60) return `${seconds} sec`;
  const whole = Math.floor((seconds + 30) / 60);
  const [hours, minutes] = [Math.floor(whole / 60), whole % 60];
  const hourText = hours > 0 ? `${hours} hour${hours === 1 ? '' : 's'}` : '';
  const minuteText = minutes > 0 || hours === 0 ? `${minutes} min` : '';
  return `${hourText} ${minuteText}`.trim();
}
