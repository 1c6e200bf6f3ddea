import { formatDay } from '../../../shared/lib/dates';
import type { User } from '../queries';

/** The state of a member's trial or Pro; null if the trial can be started. */
export function trialText({ trial, pro }: User): string | null {
  switch (trial.status) {
    case 'available':
      return null;
    case 'active':
      return `Your free trial is active${until(trial.endsAt)}.`;
    case 'included':
      return `You have Pro${until(pro.endsAt)}. It includes everything in the trial.`;
    case 'used':
      return `Your free trial ended${trial.endsAt ? ` on ${formatDay(trial.endsAt)}` : ''}. Each mobile number gets one trial.`;
  }
}

const until = (end: string | null) => (end === null ? '' : ` until ${formatDay(end)}`);
