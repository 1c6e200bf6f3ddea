import { formatDay } from '../../../shared/lib/dates';
import type { ProFacts } from '../queries';

/** The texts about a person's active Pro. */
export interface ProStatus {
  name: string;
  line: string;
  /** What happens to a plan bought now. */
  next: string;
}

/** Null without active Pro. */
export function proStatus({ status, planName, endsAt, action }: ProFacts): ProStatus | null {
  if (status === 'none') return null;
  const until = endsAt === null ? '' : ` until ${formatDay(endsAt)}`;
  if (status === 'trial') {
    return {
      name: 'Free trial',
      line: `Your free trial includes Pro courses${until}. Live webinars are not included.`,
      next: nextText(action, endsAt),
    };
  }
  return {
    name: planName ?? '',
    line: `Your Pro is active${until || ', with no end date'}.`,
    next: nextText(action, endsAt),
  };
}

function nextText(action: ProFacts['action'], endsAt: string | null): string {
  switch (action) {
    case 'extend':
      return endsAt ? `A plan you add starts on ${formatDay(endsAt)}, so you don't lose any days.` : '';
    case 'replaceTrial':
      return 'A paid plan starts immediately and ends the trial.';
    case null:
      return 'It does not expire, so it cannot be extended.';
    case 'start':
      return '';
  }
}
