import { percentOff, shortRupees } from '../lib/money';
import classes from './Price.module.css';

type Props = {
  /** In rupees, with GST; without one it is free. */
  price: number | null;
  markup: number | null;
};

export function Price({ price, markup }: Props) {
  const off = percentOff(price, markup);
  return (
    <span className={`${classes.root} tabular`}>
      <span className={classes.offer}>
        <span className="visually-hidden">Price </span>
        {price ? shortRupees(price) : 'Free'}
        {price ? <span className={classes.gst}> incl. GST</span> : null}
      </span>
      {off > 0 && (
        <>
          <s className={classes.gst}>
            <span className="visually-hidden"> instead of </span>
            {shortRupees(markup as number)}
          </s>
          <span className={classes.off}> {off}% off</span>
        </>
      )}
    </span>
  );
}
