import type { ReactNode } from 'react';
import * as classes from './Specimen.module.css';

type Props = { title: string; wide?: boolean; stacked?: boolean; children: ReactNode };

export function Specimen({ title, wide, stacked, children }: Props) {
  return (
    <div className={wide ? classes.wide : classes.specimen}>
      <h3 className={`mb-4 pb-2 ink-3 text-xs weight-550 ${classes.name}`}>{title}</h3>
      <div className={stacked ? classes.stack : `wrap items-center ${classes.parts}`}>{children}</div>
    </div>
  );
}
