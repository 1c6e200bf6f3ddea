import type { ReactNode } from 'react';
import { AppLink } from '../../shared/ui/AppLink';

interface Props {
  title: string;
  id?: string;
  more?: { to: string; label: string };
  children: ReactNode;
}

/** A titled section of a page with an optional link to the full list. */
export function Section({ title, id, more, children }: Props) {
  return (
    <section className="container py-8" id={id}>
      <div className="cluster items-baseline justify-between gap-2 gap-x-6 mb-5">
        <h2>{title}</h2>
        {more && <AppLink to={more.to}>{more.label}</AppLink>}
      </div>
      {children}
    </section>
  );
}
