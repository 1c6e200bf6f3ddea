import { percentOff, shortRupees } from '../../../shared/lib/money';
import { gstTexts } from '../../../shared/lib/tax';
import { Badge } from '../../../shared/ui/Badge';
import type { CourseCard } from '../queries';
import classes from './TotalPrice.module.css';

/** What a course costs with tax, and below it what this consists of. */
export function TotalPrice({ course }: { course: CourseCard }) {
  const { offer_price: price, markup_price: before, proCourse } = course;
  const { total, rate, parts } = gstTexts(price);
  const off = percentOff(price, before);
  return (
    <>
      <p className={`${classes.total} tabular`}>
        <span className={classes.amount}>
          <span className="visually-hidden">Price </span>
          {total}
        </span>{' '}
        <span className={classes.rate}>incl. {rate} GST</span>{' '}
        {proCourse && <Badge tone="pro">Free with Pro</Badge>}
      </p>
      <p className={`${classes.parts} tabular`}>
        <span>{parts}</span>
        {before && off !== null && (
          <>
            {' '}
            <span className={classes.discount}>
              <s>
                <span className="visually-hidden">instead of </span>
                {shortRupees(before)}
                <span className="visually-hidden"> before GST</span>
              </s>{' '}
              <span className={classes.off}>{off}% off</span>
            </span>
          </>
        )}
      </p>
    </>
  );
}
