import { formatDay } from '../../../shared/lib/dates';
import type { User } from '../queries';

/** The state of a member's trial or Pro; null if the trial can be started. */
export function trialText({ activeLearnProSubscriptions: all }: User): string | null {
  const [first] = all;
  if (first?.active) {
    const until = first.endsAt ? ` until ${formatDay(first.endsAt)}` : '';
    if (first.kind === 'trial') return `Your free trial is active${until}.`;
    return `You have Pro${until}. It includes everything in the trial.`;
  }
  const ended = all.find(({ kind }) => kind === 'trial')?.endsAt;
  return ended ? `Your free trial ended on ${formatDay(ended)}. Each mobile number gets one trial.` : null;
}
