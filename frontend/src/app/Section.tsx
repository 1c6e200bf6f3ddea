import type { ReactNode } from 'react';
import { AppLink } from '../shared/ui/AppLink';
import classes from './Section.module.css';

interface Props {
  title: string;
  id?: string;
  more?: { to: string; label: string };
  children: ReactNode;
}

/** A titled part of a page with a way to see all of what it shows some of. */
export function Section({ title, id, more, children }: Props) {
  return (
    <section className={`container ${classes.root}`} id={id}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {more && <AppLink to={more.to}>{more.label}</AppLink>}
      </div>
      {children}
    </section>
  );
}
