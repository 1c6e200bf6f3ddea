import type { ReactNode } from 'react';
import { percentOff, shortRupees } from '../lib/money';
import { pageSettings } from '../lib/pageData';
import * as classes from './TotalPrice.module.css';

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
      <p className="cluster items-baseline gap-x-2 leading-snug tabular">
        <span className={`text-xl weight-600 ${classes.amount}`}>
          {isFrom ? (
            <span className="ink-2 text-s weight-400 tracking-0">From </span>
          ) : (
            <span className="visually-hidden">Price </span>
          )}
          {shortRupees(total)}
        </span>{' '}
        <span className="ink-2 leading-5 text-note">
          {unit && `${unit} `}incl. {pageSettings().gstPercent}% GST
        </span>{' '}
        {children}
      </p>
      <p className="cluster gap-x-3 ink-2 leading-5 text-note tabular">
        {/* A bill below one rupee is waived. */}
        {total > price && (
          <span>
            {shortRupees(price)} + {shortRupees(total - price)} GST
          </span>
        )}
        {before && off > 0 ? (
          <>
            {' '}
            <span className="inline-row gap-2">
              <s>
                <span className="visually-hidden">instead of </span>
                {shortRupees(before)}
              </s>{' '}
              <span className="green weight-550">{off}% off</span>
            </span>
          </>
        ) : null}
        {more}
      </p>
    </>
  );
}
