import type { ReactNode } from 'react';
import * as classes from './PageHead.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

export function PageHead({ title, lead, children }: Props) {
  return (
    <header className={`container ${classes.root}`}>
      <h1>{title}</h1>
      {lead && <p className="measure mt-3 ink-2 text-l leading-5 pretty">{lead}</p>}
      {children}
    </header>
  );
}
