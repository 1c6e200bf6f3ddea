import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import events from '../../features/live/components/EventCard.module.css';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import { CalendarIcon } from '../../shared/ui/icons/CalendarIcon';
import { Awaited } from './QuerySection';

interface Props<Item> {
  query: UseQueryResult<{ data: Item[] }>;
  /** The text for an empty list. */
  none: string;
  children: (item: Item) => ReactNode;
}

/** The list of a page of live events. */
export function UpcomingList<Item>({ query, none, children }: Props<Item>) {
  if (query.data?.data.length) {
    return (
      <>
        <h2 className="visually-hidden">Upcoming</h2>
        <div className={`container ${events.grid}`}>{query.data.data.map(children)}</div>
      </>
    );
  }
  return (
    <div className="container">
      {query.data ? (
        <EmptyState
          icon={<CalendarIcon />}
          action={
            <ButtonLink variant="secondary" to="/courses">
              See recorded courses
            </ButtonLink>
          }
        >
          {none}
        </EmptyState>
      ) : (
        <Awaited query={query} what="webinars" />
      )}
    </div>
  );
}
