import { shortRupees } from '../../../shared/lib/money';
import { gstTexts } from '../../../shared/lib/tax';
import { Badge } from '../../../shared/ui/Badge';
import { wholeTotal } from '../lib/wholeTotal';
import type { Plan } from '../queries';
import classes from './PlanChoice.module.css';

/** Prescribed by the specification, whatever other plans there are. */
const POPULAR = '1 year';

interface Props {
  plan: Plan;
  isChosen: boolean;
  onChoose: () => void;
}

/** One plan; the whole card is the radio's label. */
export function PlanOption({ plan, isChosen, onChoose }: Props) {
  const { priceName, actualPrice, discountedPrice, discountPercentage, pricePerMonth, validityPeriodInDays } =
    plan;
  const { total, rate, parts } = gstTexts(discountedPrice);
  return (
    <label className={classes.plan}>
      <input
        type="radio"
        name="plan"
        value={plan._id}
        checked={isChosen}
        onChange={onChoose}
        className={classes.radio}
      />
      <span className={classes.head}>
        <span className={classes.name}>{priceName}</span>
        {priceName === POPULAR && <Badge tone="pro">Most Popular</Badge>}
      </span>
      <span className={`${classes.prices} tabular`}>
        <span className={classes.price}>
          <span className="visually-hidden">Price </span>
          {total}
        </span>{' '}
        <span className={classes.usual}>incl. {rate} GST</span>
      </span>
      <span className={`${classes.prices} ${classes.usual} tabular`}>
        <span>{parts}</span>
        {discountPercentage > 0 && (
          <s>
            <span className="visually-hidden">instead of </span>
            {shortRupees(actualPrice)}
            <span className="visually-hidden"> before GST</span>
          </s>
        )}
      </span>
      <span className={`${classes.terms} tabular`}>
        {discountPercentage > 0 && <span className={classes.save}>SAVE {discountPercentage}%</span>}
        {pricePerMonth < discountedPrice && <span>{wholeTotal(pricePerMonth)} a month</span>}
        <span>
          {validityPeriodInDays.toLocaleString('en-IN')} {validityPeriodInDays === 1 ? 'day' : 'days'}
        </span>
      </span>
    </label>
  );
}
