import type { ReactNode } from 'react';
import * as classes from './Specimen.module.css';

type Props = { title: string; wide?: boolean; stacked?: boolean; children: ReactNode };

export function Specimen({ title, wide, stacked, children }: Props) {
  return (
    <div className={wide ? classes.wide : classes.specimen}>
      <h3 className="mb-4 pb-2 ink-3 text-xs weight-550 border-b">{title}</h3>
      <div className={stacked ? 'stack gap-5' : `wrap items-center row gap-4 ${classes.parts}`}>
        {children}
      </div>
    </div>
  );
}
