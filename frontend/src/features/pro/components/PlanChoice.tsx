import { useRef, useState } from 'react';
import { track } from '../../../shared/lib/analytics';
import { checkoutDialog } from '../../../shared/stores/checkoutDialog';
import { Button } from '../../../shared/ui/Button';
import { checkoutItem } from '../lib/checkoutItem';
import type { Standing } from '../lib/standing';
import type { Plan, ProSection } from '../queries';
import classes from './PlanChoice.module.css';
import { PlanOption } from './PlanOption';

interface Props {
  section: ProSection;
  standing: Standing | null;
}

/** The plans, of which one is chosen, and the way to it. Twin: templates/parts/plan_choice.html. */
export function PlanChoice({ section, standing }: Props) {
  const plans = section.subscriptionPlanIds;
  const [planId, setPlanId] = useState(() => chosenEarlier() ?? plans[0]?._id);
  const opener = useRef<HTMLButtonElement>(null);
  // A plan that was withdrawn meanwhile is chosen no more.
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
        {standing ? 'Add time to your Pro' : 'Choose your plan'}
      </h2>
      {standing && (
        <div className={classes.standing}>
          <p className={classes.own}>{standing.name}</p>
          <p className="tabular">{standing.line}</p>
          {standing.next && <p className={`${classes.small} tabular`}>{standing.next}</p>}
        </div>
      )}
      {plans.length === 0 ? (
        <p className={classes.small}>No plan is on offer at present.</p>
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
          disabled={!chosen}
          aria-haspopup="dialog"
          onPointerEnter={checkoutDialog.expect}
          onFocus={checkoutDialog.expect}
          onClick={buy}
        >
          Get Pro
        </Button>
        <p className={classes.small}>GST of 18% is added. You pay once; nothing renews by itself.</p>
      </div>
    </section>
  );
}

/** Whoever was quicker than the scripts keeps the plan that they chose. */
const chosenEarlier = () =>
  document.querySelector<HTMLInputElement>('[data-written][name="plan"]:checked')?.value;
