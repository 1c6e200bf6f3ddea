import { fallbacks } from '../../../shared/api/messages';
import { formatRupees } from '../../../shared/lib/money';
import { classNames } from '../../../shared/ui/classNames';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { SessionPlan } from '../queries';
import * as classes from './PickerSummary.module.css';

export interface Plans {
  /** Undefined while loading. */
  list: readonly SessionPlan[] | undefined;
  error: unknown;
  onRetry: () => void;
}

interface Props {
  plans: Plans;
  applied: SessionPlan | null;
  /** How many sessions are selected. */
  selectedCount?: number;
}

/** The session plans, with the one that the selection qualifies for. */
export function SpecialOffers({ plans, applied, selectedCount = 0 }: Props) {
  const { list, error, onRetry } = plans;
  if (!list) {
    return error ? (
      <ErrorState error={error} message={fallbacks.lists} onRetry={onRetry} />
    ) : (
      <Skeleton lines={3} />
    );
  }
  if (list.length === 0) return <p className={`ink-2 text-xs ${classes.small}`}>No plans available</p>;
  return (
    <ul className={`stack gap-2 mt-3 ${classes.plans}`}>
      {list.map((plan) => (
        <Plan key={plan._id} plan={plan} appliedTo={plan === applied ? selectedCount : 0} />
      ))}
    </ul>
  );
}

/** `appliedTo` is the number of selected sessions that have this plan's price; 0 for any other plan. */
function Plan({ plan, appliedTo }: { plan: SessionPlan; appliedTo: number }) {
  const isDiscounted = plan.discountPercentage > 0;
  return (
    <li
      className={classNames(
        `cluster items-center gap-x-3 px-4 py-2 text-s ${classes.plan}`,
        appliedTo > 0 && classes.applied,
      )}
    >
      <span className="weight-600">{plan.priceName}</span>
      {isDiscounted && (
        <span className="green text-xs weight-600 tabular">{plan.discountPercentage}% OFF</span>
      )}
      <span className="ml-auto ink-2 tabular">
        {formatRupees(plan.discountedPrice, { decimals: 0 })} a session plus GST
      </span>
      {isDiscounted && appliedTo > 0 && (
        <>
          <span className="basis-full green text-xs weight-550">
            Discount Applied for {plan.numOfSessions} Sessions
          </span>
          <span className="basis-full green text-xs weight-550">
            {plan.discountPercentage}% off applied to {appliedTo} {appliedTo === 1 ? 'session' : 'sessions'}
          </span>
        </>
      )}
    </li>
  );
}
