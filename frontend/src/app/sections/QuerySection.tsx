import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { QueryFallback } from '../../shared/ui/QueryFallback';
import { Section } from './Section';
import * as classes from './Section.module.css';

interface Props<Data> extends Omit<ComponentProps<typeof Section>, 'children'> {
  query: UseQueryResult<Data>;
  /** For the error message. */
  what: string;
  /** Null where there is nothing to show: then there is no section. */
  children: (data: Data) => ReactNode;
}

/** A section of a page with data of its own: it loads and fails alone. */
export function QuerySection<Data>({ query, what, children, ...section }: Props<Data>) {
  const content = query.data === undefined ? <Awaited {...{ query, what }} /> : children(query.data);
  return content && <Section {...section}>{content}</Section>;
}

/** The skeleton of a list of cards, or why there is none. */
export function Awaited({ query, what }: Pick<Props<unknown>, 'query' | 'what'>) {
  return (
    <QueryFallback query={query} what={what}>
      <div className={classes.awaited} />
    </QueryFallback>
  );
}
