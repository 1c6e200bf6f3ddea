import type { ReactNode } from 'react';
import { percentOff, shortRupees } from '../lib/money';
import { gstTexts } from '../lib/tax';
import classes from './TotalPrice.module.css';

interface Props {
  /** In rupees, without GST. */
  price: number;
  /** The struck-through price, without GST. */
  before?: number | null;
  /** Where this is the lowest of several prices. */
  isFrom?: boolean;
  /** What the price is for: 'a session'. */
  unit?: string;
  /** A badge after the total. */
  children?: ReactNode;
}

/** What something costs with tax, and below it what this consists of. */
export function TotalPrice({ price, before = null, isFrom = false, unit, children }: Props) {
  const { total, rate, parts } = gstTexts(price);
  const off = percentOff(price, before);
  return (
    <>
      <p className={`${classes.total} tabular`}>
        <span className={classes.amount}>
          {isFrom ? (
            <span className={classes.from}>From </span>
          ) : (
            <span className="visually-hidden">Price </span>
          )}
          {total}
        </span>{' '}
        <span className={classes.rate}>
          {unit && `${unit} `}incl. {rate} GST
        </span>{' '}
        {children}
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
