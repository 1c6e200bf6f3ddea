import { useRef, useState } from 'react';
import { track } from '../../../shared/lib/analytics';
import { formatDay } from '../../../shared/lib/dates';
import { checkoutDialog } from '../../../shared/stores/checkoutDialog';
import { Button } from '../../../shared/ui/Button';
import { checkoutItem } from '../lib/checkoutItem';
import { proStatus } from '../lib/proStatus';
import type { Plan, ProFacts, ProSection } from '../queries';
import classes from './PlanChoice.module.css';
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
    <section className={classes.root} aria-labelledby="plans">
      <h2 id="plans" className={classes.title}>
        {status ? 'Extend your Pro' : 'Choose your plan'}
      </h2>
      {status && (
        <div className={classes.standing}>
          <p className={classes.own}>{status.name}</p>
          <p className="tabular">{status.line}</p>
          {status.next && <p className={`${classes.small} tabular`}>{status.next}</p>}
        </div>
      )}
      {plans.length === 0 ? (
        <p className={classes.small}>No plans are available right now.</p>
      ) : (
        <div className={classes.plans} role="radiogroup" aria-labelledby="plans">
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
      <p className={classes.note}>
        All courses tagged ‘Free with PRO’ and live webinars are part of the subscription.
      </p>
      <div className={classes.foot}>
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
        <p className={classes.small}>You pay once. There is no auto-renewal.</p>
      </div>
      {chosen?.startsAt && chosen.endsAt && (
        <p className={`${classes.stacked} tabular`}>
          You have Pro until {formatDay(chosen.startsAt)}. This plan starts then and ends on{' '}
          {formatDay(chosen.endsAt)}.
        </p>
      )}
    </section>
  );
}
