import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useFocusNewRows } from '../lib/useFocusNewRows';
import { usePageCount } from '../lib/usePageCount';
import { Button } from './Button';
import { QueryFallback } from './QueryFallback';
import * as classes from './Rows.module.css';

interface Rows<Row> {
  /** A page of the list, the first is 0. */
  usePage: (page: number) => UseQueryResult<{ data: Row[] }>;
  /** What is loading, for the error. */
  what: string;
  skeleton: ReactNode;
  children: (row: Row, index: number, page: number) => ReactNode;
}

interface Props<Row> extends Rows<Row> {
  label?: string;
  /** What is listed; another begins with its first page. */
  list: string;
  total: number | undefined;
  pageSize: number;
  /** Instead of 'Show more': the link to a longer list. Then only the first page is shown. */
  all?: ReactNode;
}

/** A list that grows by a page with each 'Show more'. */
export function PagedRows<Row extends { _id: string }>({
  label,
  list,
  total = 0,
  pageSize,
  all,
  ...rows
}: Props<Row>) {
  const { pages, showMore } = usePageCount(list);
  const requestedPage = useRef<number | null>(null);
  const shownPages = all ? 1 : pages;
  const visibleCount = Math.min(shownPages * pageSize, total);
  const more = () => {
    requestedPage.current = pages;
    showMore();
  };
  return (
    <>
      <ul className="surface divided" aria-label={label}>
        {Array.from({ length: shownPages }, (_, page) => page).map((page) => (
          <Page key={`${list} ${pageSize} ${page}`} {...rows} page={page} requestedPage={requestedPage} />
        ))}
      </ul>
      {visibleCount < total && (
        <div className={`cluster items-center justify-between ${classes.foot}`}>
          <p className="ink-2 text-s tabular">
            {visibleCount} of {total.toLocaleString('en-IN')} shown
          </p>
          {all ?? (
            <Button variant="secondary" onClick={more}>
              Show more
            </Button>
          )}
        </div>
      )}
    </>
  );
}

interface PageProps<Row> extends Rows<Row> {
  page: number;
  /** The requested page that has not loaded yet. */
  requestedPage: RefObject<number | null>;
}

function Page<Row extends { _id: string }>({
  usePage,
  what,
  skeleton,
  children,
  page,
  requestedPage,
}: PageProps<Row>) {
  const query = usePage(page);
  const first = useFocusNewRows({ page, isLoaded: query.data !== undefined, requestedPage });
  if (!query.data) {
    return (
      <li>
        <QueryFallback query={query} what={what} className={classes.failed}>
          {skeleton}
        </QueryFallback>
      </li>
    );
  }
  return query.data.data.map((row, index) => (
    <li key={row._id} ref={index === 0 ? first : null}>
      {children(row, index, page)}
    </li>
  ));
}
