import { useEffect, useReducer } from 'react';
import { english } from './i18n';
import { serverNow } from './pageData';

/** '1 second', '12 seconds', '42 minutes', '3 hours': rounded up. */
export function formatWait(seconds: number, i18n = english): string {
  if (seconds < 60) return i18n._('{count, plural, one {# second} other {# seconds}}', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return i18n._('{count, plural, one {# minute} other {# minutes}}', { count: minutes });
  return i18n._('{count, plural, one {# hour} other {# hours}}', { count: Math.ceil(minutes / 60) });
}

/**
 * The whole seconds until a time, counting down. Computed from the clock, so that it is right after the tab
 * was suspended.
 */
export function useSecondsLeft(deadline: number): number {
  const [ticks, tick] = useReducer((before: number) => before + 1, 0);
  const left = Math.max(0, deadline - serverNow());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick sets the timer for the next one.
  useEffect(() => {
    if (!left) return;
    const timer = setTimeout(tick, left % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [deadline, ticks]);
  return Math.ceil(left / 1000);
}
