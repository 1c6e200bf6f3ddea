import { formatDay } from '../../../shared/lib/dates';

/** Pro time as the user endpoint returns it, the active one first. */
export interface Time {
  active: boolean;
  kind: 'paid' | 'trial';
  planName: string;
  endsAt: string | null;
}

/** The texts about a person's active Pro. */
export interface ProStatus {
  name: string;
  line: string;
  /** What happens to a plan bought now. */
  next: string;
}

/** Null without active Pro. */
export function proStatus(times: readonly Time[]): ProStatus | null {
  const [first] = times;
  if (!first?.active) return null;
  if (first.kind === 'trial') {
    return {
      name: 'Free trial',
      line: `Your free trial includes Pro courses${until(first.endsAt)}. Live webinars are not included.`,
      next: 'A paid plan starts immediately and ends the trial.',
    };
  }
  const end = lastEnd(times);
  if (end === null) {
    return { name: first.planName, line: 'Your Pro is active, with no end date.', next: '' };
  }
  return {
    name: first.planName,
    line: `Your Pro is active${until(end)}.`,
    next: `A plan you add starts on ${formatDay(end)}, so you don't lose any days.`,
  };
}

const until = (end: string | null) => (end === null ? '' : ` until ${formatDay(end)}`);

/** The latest end of the paid time; null if one has no end. */
function lastEnd(times: readonly Time[]): string | null {
  const ends = times.filter(({ kind }) => kind === 'paid').map(({ endsAt }) => endsAt);
  if (ends.some((end) => end === null)) return null;
  return ends.reduce(
    (one, other) => (Date.parse(other ?? '') > Date.parse(one ?? '') ? other : one),
    ends[0] ?? null,
  );
}
