import { percentOff, shortRupees } from '../lib/money';
import * as classes from './Price.module.css';

type Props = {
  /** In rupees, with GST; without one it is free. */
  price: number | null;
  markup: number | null;
};

export function Price({ price, markup }: Props) {
  const off = percentOff(price, markup);
  return (
    <span className={`${classes.root} tabular`}>
      <span className="ink weight-600">
        <span className="visually-hidden">Price </span>
        {price ? shortRupees(price) : 'Free'}
        {price ? <span className="ink-3 text-xs weight-400"> incl. GST</span> : null}
      </span>
      {off > 0 && (
        <>
          <s className="ink-3 text-xs weight-400">
            <span className="visually-hidden"> instead of </span>
            {shortRupees(markup as number)}
          </s>
          <span className="green text-xs weight-550"> {off}% off</span>
        </>
      )}
    </span>
  );
}
