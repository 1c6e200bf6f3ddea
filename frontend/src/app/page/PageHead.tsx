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
      <h1 className="text-xxl">{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </header>
  );
}
