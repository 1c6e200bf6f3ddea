import type { ReactNode } from 'react';
import { percentOff, shortRupees } from '../lib/money';
import { pageSettings } from '../lib/pageData';
import classes from './TotalPrice.module.css';

interface Props {
  /** In rupees, without GST. */
  price: number;
  /** What is paid. */
  total: number;
  /** The struck price, with GST. */
  before?: number | null;
  /** Where this is the lowest of several prices. */
  isFrom?: boolean;
  /** What the price is for: 'a session'. */
  unit?: string;
  /** A badge after the total. */
  children?: ReactNode;
  /** What follows the price's parts. */
  more?: ReactNode;
}

/** What something costs with tax, and below it what this consists of. */
export function TotalPrice({ price, total, before = null, isFrom = false, unit, children, more }: Props) {
  const off = percentOff(total, before);
  return (
    <>
      <p className={`${classes.total} tabular`}>
        <span className={classes.amount}>
          {isFrom ? (
            <span className={classes.from}>From </span>
          ) : (
            <span className="visually-hidden">Price </span>
          )}
          {shortRupees(total)}
        </span>{' '}
        <span className={classes.rate}>
          {unit && `${unit} `}incl. {pageSettings().gstPercent}% GST
        </span>{' '}
        {children}
      </p>
      <p className={`${classes.parts} tabular`}>
        {/* A bill below one rupee is waived. */}
        {total > price && (
          <span>
            {shortRupees(price)} + {shortRupees(total - price)} GST
          </span>
        )}
        {before && off > 0 ? (
          <>
            {' '}
            <span className={classes.discount}>
              <s>
                <span className="visually-hidden">instead of </span>
                {shortRupees(before)}
              </s>{' '}
              <span className={classes.off}>{off}% off</span>
            </span>
          </>
        ) : null}
        {more}
      </p>
    </>
  );
}
