import { formatRupees } from '../../../shared/lib/money';
import { billOf, paiseOf, rupeesOf, taxLinePercent } from '../../../shared/lib/tax';
import { Badge } from '../../../shared/ui/Badge';
import type { Plan } from '../queries';
import * as classes from './PlanChoice.module.css';

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
    <label className={`stack gap-1 touch ${classes.plan}`}>
      <input
        type="radio"
        name="plan"
        value={plan._id}
        checked={isChosen}
        onChange={onChoose}
        className={`stack place-center ${classes.radio}`}
      />
      <span className={`cluster gap-x-3 min-w-0 ${classes.head}`}>
        <span className="text-m weight-600">{priceName}</span>
        {priceName === POPULAR && <Badge tone="pro">Most Popular</Badge>}
      </span>
      <span className={`cluster gap-x-3 min-w-0 ${classes.prices} tabular`}>
        <span className="text-l weight-600 leading-snug">
          <span className="visually-hidden">Price </span>
          {formatRupees(total)}
        </span>{' '}
        <span className="ink-3 text-s">incl. {2 * taxLinePercent()}% GST</span>
      </span>
      <span className={`cluster gap-x-3 min-w-0 ${classes.prices} ink-3 text-s tabular`}>
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
      <span className={`cluster gap-x-3 min-w-0 ink-2 text-s ${classes.terms} tabular`}>
        {discountPercentage > 0 && (
          <span className={`text-xs weight-650 ${classes.save}`}>SAVE {discountPercentage}%</span>
        )}
        {pricePerMonth < discountedPrice && <span>{formatRupees(withGst(pricePerMonth))} a month</span>}
        <span>
          {validityPeriodInDays.toLocaleString('en-IN')} {validityPeriodInDays === 1 ? 'day' : 'days'}
        </span>
      </span>
    </label>
  );
}
