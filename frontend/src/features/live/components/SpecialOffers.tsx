import { messageOf } from '../../../shared/api/messages';
import { formatRupees } from '../../../shared/lib/money';
import { classNames } from '../../../shared/ui/classNames';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { SessionPlan } from '../queries';
import classes from './PickerSummary.module.css';

export interface Plans {
  /** Undefined until they are there. */
  list: readonly SessionPlan[] | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The plans, and which of them the selection falls under. */
export function SpecialOffers({ plans, applied }: { plans: Plans; applied: SessionPlan | null }) {
  const { list, error, onRetry } = plans;
  if (!list) {
    return error ? (
      <ErrorState message={messageOf(error, 'lists')} onRetry={onRetry} />
    ) : (
      <Skeleton lines={3} />
    );
  }
  if (list.length === 0) return <p className={classes.small}>No plans available</p>;
  return (
    <ul className={classes.plans}>
      {list.map((plan) => (
        <Plan key={plan._id} plan={plan} isApplied={plan === applied} />
      ))}
    </ul>
  );
}

function Plan({ plan, isApplied }: { plan: SessionPlan; isApplied: boolean }) {
  return (
    <li className={classNames(classes.plan, isApplied && classes.applied)}>
      <span className={classes.planName}>{plan.priceName}</span>
      {plan.discountPercentage > 0 && (
        <span className={`${classes.off} tabular`}>{plan.discountPercentage}% OFF</span>
      )}
      <span className={`${classes.each} tabular`}>
        {formatRupees(plan.discountedPrice, { decimals: 0 })} a session
      </span>
      {isApplied && <span className={classes.told}>Discount Applied for {plan.numOfSessions} Sessions</span>}
    </li>
  );
}
