import type { ReactNode } from 'react';
import classes from './ItemPage.module.css';
import { useTitle } from './useTitle';

interface Props {
  title: string;
  lead: string;
  cover: string;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  price: ReactNode;
  /** What is still being prepared on this page. */
  children: ReactNode;
}

/** One thing that is offered: what it is, its facts and its price. */
export function ItemPage({ title, lead, cover, facts, price, children }: Props) {
  useTitle(title);
  return (
    <article className={`container ${classes.root}`}>
      <div className={classes.text}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        <dl className={`${classes.facts} tabular`}>
          {facts.map(([label, value]) => (
            <div key={label} className={classes.fact}>
              <dt className={classes.label}>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {price && <p className={classes.price}>{price}</p>}
        <p className={classes.coming}>{children}</p>
      </div>
      <img className={classes.cover} src={cover} width={640} height={360} alt="" />
    </article>
  );
}
