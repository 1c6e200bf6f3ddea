import { formatRupees, percentOff } from '../lib/money';
import { classNames } from './classNames';
import classes from './Price.module.css';

type Props = {
  offer: number | null;
  markup?: number | null | undefined;
  decimals?: 0 | 2 | undefined;
  size?: 's' | 'm' | 'l' | undefined;
  /** False where the page shows the discount itself. */
  showDiscount?: boolean | undefined;
  className?: string | undefined;
};

export function Price({ offer, markup, decimals = 2, size = 'm', showDiscount = true, className }: Props) {
  if (offer === null) return null;
  const isFree = offer === 0;
  const off = percentOff(offer, markup);
  return (
    <span className={classNames(classes.root, classes[size], 'tabular', className)}>
      <span className={classes.offer}>
        <span className="visually-hidden">Price </span>
        {isFree ? 'Free' : formatRupees(offer, { decimals })}
      </span>
      {off !== null && markup ? (
        <s className={classes.markup}>
          <span className="visually-hidden">instead of </span>
          {formatRupees(markup, { decimals })}
        </s>
      ) : null}
      {off !== null && !isFree && showDiscount ? <span className={classes.off}>{off}% off</span> : null}
    </span>
  );
}
