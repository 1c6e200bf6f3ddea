import { formatRupees } from '../../../shared/lib/money';
import { billOf, paiseOf, rupeesOf, taxLinePercent } from '../../../shared/lib/tax';
import { Badge } from '../../../shared/ui/Badge';
import type { Plan } from '../queries';
import classes from './PlanChoice.module.css';

/** Prescribed by the specification, whatever other plans there are. */
const POPULAR = '1 year';

interface Props {
  plan: Plan;
  isChosen: boolean;
  onChoose: () => void;
}

const withGst = (price: number) => rupeesOf(billOf({ price: paiseOf(price) }).billTotal);

/** One plan; the whole card is the radio's label. */
export function PlanOption({ plan, isChosen, onChoose }: Props) {
  const { priceName, actualPrice, discountedPrice, discountPercentage, pricePerMonth, validityPeriodInDays } =
    plan;
  const total = withGst(discountedPrice);
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
          {formatRupees(total)}
        </span>{' '}
        <span className={classes.usual}>incl. {2 * taxLinePercent()}% GST</span>
      </span>
      <span className={`${classes.prices} ${classes.usual} tabular`}>
        <span>
          {formatRupees(discountedPrice)} + {formatRupees(total - discountedPrice)} GST
        </span>
        {discountPercentage > 0 && (
          <s>
            <span className="visually-hidden">instead of </span>
            {formatRupees(withGst(actualPrice))}
          </s>
        )}
      </span>
      <span className={`${classes.terms} tabular`}>
        {discountPercentage > 0 && <span className={classes.save}>SAVE {discountPercentage}%</span>}
        {pricePerMonth < discountedPrice && <span>{formatRupees(withGst(pricePerMonth))} a month</span>}
        <span>
          {validityPeriodInDays.toLocaleString('en-IN')} {validityPeriodInDays === 1 ? 'day' : 'days'}
        </span>
      </span>
    </label>
  );
}
