import { formatDay } from '../../../shared/lib/dates';
import type { User } from '../queries';

/** What a member's trial or Pro comes to, or null for who may still start the trial; twin: apps/site/trial.py. */
export function trialLine({ activeLearnProSubscriptions: all }: User): string | null {
  const [first] = all;
  if (first?.active) {
    const until = first.endsAt ? ` until ${formatDay(first.endsAt)}` : '';
    if (first.kind === 'trial') return `Your free trial runs${until}.`;
    return `You have Pro${until}. It opens all that the trial would.`;
  }
  const ended = all.find(({ kind }) => kind === 'trial')?.endsAt;
  return ended ? `Your free trial ended on ${formatDay(ended)}. Each mobile number has it once.` : null;
}
