import { formatDay } from '../../../shared/lib/dates';

/** Pro time as the person's own answer has it, the active one first. */
export interface Time {
  active: boolean;
  kind: 'paid' | 'trial';
  planName: string;
  endsAt: string | null;
}

/** What a person has of Pro, in words. */
export interface Standing {
  name: string;
  line: string;
  /** What a plan bought now adds. */
  next: string;
}

/** Twin: apps/site/pro_page.py. Null for those without an active Pro. */
export function standingOf(times: readonly Time[]): Standing | null {
  const [first] = times;
  if (!first?.active) return null;
  if (first.kind === 'trial') {
    return {
      name: 'Free trial',
      line: `Your free trial opens Pro courses${until(first.endsAt)}. Live webinars are not part of it.`,
      next: 'A plan begins at once and ends the trial.',
    };
  }
  const end = lastEnd(times);
  if (end === null) {
    return { name: first.planName, line: 'Your Pro is active and has no end.', next: '' };
  }
  return {
    name: first.planName,
    line: `Your Pro is active${until(end)}.`,
    next: `A plan that you add begins on ${formatDay(end)}, so no day is lost.`,
  };
}

const until = (end: string | null) => (end === null ? '' : ` until ${formatDay(end)}`);

/** When the last of the paid times is over; null if one never ends. */
function lastEnd(times: readonly Time[]): string | null {
  const ends = times.filter(({ kind }) => kind === 'paid').map(({ endsAt }) => endsAt);
  if (ends.some((end) => end === null)) return null;
  return ends.reduce(
    (one, other) => (Date.parse(other ?? '') > Date.parse(one ?? '') ? other : one),
    ends[0] ?? null,
  );
}
