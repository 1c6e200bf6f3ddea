import { useRef, useState } from 'react';
import { track } from '../../../shared/lib/analytics';
import { formatDay } from '../../../shared/lib/dates';
import { checkoutDialog } from '../../../shared/stores/checkoutDialog';
import { Button } from '../../../shared/ui/Button';
import { checkoutItem } from '../lib/checkoutItem';
import { proStatus } from '../lib/proStatus';
import type { Plan, ProFacts, ProSection } from '../queries';
import * as classes from './PlanChoice.module.css';
import { PlanOption } from './PlanOption';

interface Props {
  section: ProSection;
  /** Undefined for a visitor. */
  pro: ProFacts | undefined;
}

/** The plans as radio buttons, with the checkout button. */
export function PlanChoice({ section, pro }: Props) {
  const status = pro ? proStatus(pro) : null;
  const canBuy = pro?.action !== null;
  const plans = section.subscriptionPlanIds;
  const [planId, setPlanId] = useState(plans[0]?._id);
  const opener = useRef<HTMLButtonElement>(null);
  // A plan that was removed meanwhile is deselected.
  const chosen = plans.find(({ _id }) => _id === planId);
  const choose = (plan: Plan) => {
    setPlanId(plan._id);
    track('plan_selected', { plan: plan.priceName });
  };
  const buy = () => {
    if (!chosen) return;
    track('add_to_cart', { plan: chosen.priceName });
    checkoutDialog.open(checkoutItem(section, chosen), opener.current);
  };
  return (
    <section className="min-w-0" aria-labelledby="plans">
      <h2 id="plans" className="mb-4">
        {status ? 'Extend your Pro' : 'Choose your plan'}
      </h2>
      {status && (
        <div className={`mb-5 p-4 ${classes.standing}`}>
          <p className="weight-600">{status.name}</p>
          <p className="tabular">{status.line}</p>
          {status.next && <p className="ink-2 text-s tabular">{status.next}</p>}
        </div>
      )}
      {plans.length === 0 ? (
        <p className="ink-2 text-s">No plans are available right now.</p>
      ) : (
        <div className={`stack gap-3 ${classes.plans}`} role="radiogroup" aria-labelledby="plans">
          {plans.map((plan) => (
            <PlanOption
              key={plan._id}
              plan={plan}
              isChosen={plan._id === chosen?._id}
              onChoose={() => choose(plan)}
            />
          ))}
        </div>
      )}
      <p className="measure mt-5">
        All courses tagged ‘Free with PRO’ and live webinars are part of the subscription.
      </p>
      <div className="cluster items-center gap-3 gap-x-5 mt-5">
        <Button
          ref={opener}
          variant="gold"
          size="l"
          className={classes.get}
          disabled={!chosen || !canBuy}
          aria-haspopup="dialog"
          onPointerEnter={checkoutDialog.expect}
          onFocus={checkoutDialog.expect}
          onClick={buy}
        >
          Get Pro
        </Button>
        <p className="ink-2 text-s">You pay once. There is no auto-renewal.</p>
      </div>
      {chosen?.startsAt && chosen.endsAt && (
        <p className="mt-3 text-s tabular">
          You have Pro until {formatDay(chosen.startsAt)}. This plan starts then and ends on{' '}
          {formatDay(chosen.endsAt)}.
        </p>
      )}
    </section>
  );
}
