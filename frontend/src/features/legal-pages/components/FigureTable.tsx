import type { ReactNode } from 'react';
import * as classes from './FigureTable.module.css';

export interface Column {
  label: string;
  /** Right-aligned. */
  isNumber?: boolean;
}

interface Props {
  caption: ReactNode;
  columns: readonly Column[];
  rows: readonly (readonly (string | number)[])[];
  /** The last row is the total. */
  hasTotal?: boolean;
}

/**  A wide table scrolls in its own frame, also by keyboard. */
export function FigureTable({ caption, columns, rows, hasTotal = false }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys
    <section className={`surface ${classes.frame}`} tabIndex={0} aria-label={String(caption)}>
      <table className={`w-full text-s leading-snug ${classes.table} tabular`}>
        <caption className={`text-m weight-600 ${classes.caption}`}>
          <span className={classes.title}>{caption}</span>
        </caption>
        <thead>
          <tr>
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" className={isNumber ? classes.number : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={String(row[0]) + String(row[1])}
              className={hasTotal && index === rows.length - 1 ? classes.total : undefined}
            >
              {row.map((value, at) => (
                <td key={columns[at]?.label} className={columns[at]?.isNumber ? classes.number : undefined}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
