import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { EventFilters } from '../../features/live/components/EventFilters';
import {
  type EventFacts,
  type EventFilterValues,
  eventListUrl,
  fits,
  parseEventFilters,
} from '../../features/live/lib/eventFilters';
import { AppLink } from '../../shared/ui/AppLink';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import { CalendarIcon } from '../../shared/ui/icons/CalendarIcon';
import { Awaited } from './QuerySection';

interface Props<Item> {
  query: UseQueryResult<{ data: Item[] }>;
  /** The text for an empty list. */
  none: string;
  /** What one of the list and several of it are called. */
  names: readonly [string, string];
  facts: (item: Item) => EventFacts;
  now: number;
  /** An event of the list; `eager` for those on the first screen. */
  children: (item: Item, eager: boolean) => ReactNode;
}

const FIRST_SCREEN = 2;

/** The list of a page of live events, with filters where there is something to choose. */
export function UpcomingList<Item>({ query, none, ...rest }: Props<Item>) {
  if (query.data?.data.length) return <FilteredList items={query.data.data} {...rest} />;
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

type FilteredProps<Item> = Omit<Props<Item>, 'query' | 'none'> & { items: Item[] };

function FilteredList<Item>({ items, names, facts, now, children }: FilteredProps<Item>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filters = parseEventFilters(search);
  const fitting = items.filter((item) => fits(facts(item), filters, now));
  const isFiltered = Object.keys(filters).length > 0;
  const choose = (values: EventFilterValues) => navigate(eventListUrl(pathname, values));
  return (
    <div className="container">
      <h2 className="visually-hidden">Upcoming</h2>
      {(items.length > 1 || isFiltered) && (
        <>
          <EventFilters path={pathname} filters={filters} events={items.map(facts)} onChange={choose} />
          <div className="cluster items-center justify-between gap-x-4 touch mb-2 mt-2 ink-2 text-s">
            <p role="status" className="tabular">
              {fitting.length === 0
                ? `No ${names[1]} match these filters`
                : `${fitting.length} ${names[fitting.length === 1 ? 0 : 1]}`}
            </p>
            {isFiltered && fitting.length > 0 && (
              <AppLink className="inline-row items-center touch" to={pathname}>
                Clear filters
              </AppLink>
            )}
          </div>
        </>
      )}
      {fitting.length > 0 ? (
        <div className="grid-events">
          {fitting.map((item, index) => children(item, index < FIRST_SCREEN))}
        </div>
      ) : (
        <EmptyState
          icon={<CalendarIcon />}
          action={
            <ButtonLink variant="secondary" to={pathname}>
              Clear filters
            </ButtonLink>
          }
        >
          Try another price, date, language, subject or mentor.
        </EmptyState>
      )}
    </div>
  );
}
