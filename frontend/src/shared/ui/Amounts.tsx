import { formatRupees } from '../lib/money';
import * as classes from './Amounts.module.css';
import { classNames } from './classNames';

export interface AmountRow {
  label: string;
  /** In rupees; negative for a discount. */
  amount: number;
  /** The previous amount, struck through. */
  before?: number | null;
}

type Props = {
  rows: readonly AmountRow[];
  total?: AmountRow | undefined;
  className?: string | undefined;
};

/** Amounts and their total. */
export function Amounts({ rows, total, className }: Props) {
  return (
    <dl className={classNames('stack gap-2 text-s leading-snug', 'tabular', className)}>
      {rows.map((row) => (
        <Row key={row.label} row={row} />
      ))}
      {total && <Row row={total} className={`mt-1 text-m weight-600 ${classes.total}`} />}
    </dl>
  );
}

function Row({
  row: { label, amount, before },
  className,
}: {
  row: AmountRow;
  className?: string | undefined;
}) {
  return (
    <div
      className={classNames(
        `row items-baseline justify-between gap-4 ${classes.row}`,
        amount < 0 && classes.off,
        className,
      )}
    >
      <dt>{label}</dt>
      <dd>
        {before ? (
          <s className={`ink-3 text-xs ${classes.before}`}>
            <span className="visually-hidden">instead of </span>
            {formatRupees(before)}
          </s>
        ) : null}
        {formatRupees(amount)}
      </dd>
    </div>
  );
}
