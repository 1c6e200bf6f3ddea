import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Button } from '../../../shared/ui/Button';
import { isSessionEnd } from '../lib/sessionEnd';
import { ErrorAlert } from './ErrorAlert';

interface Slice<Entry> {
  data: Entry[];
  totalCount: number;
}

interface Props<Entry, Key extends QueryKey> {
  /** The query of a page; the first is page 0. */
  pageQuery: (page: number) => UseQueryOptions<Slice<Entry>, Error, Slice<Entry>, Key>;
  pageSize: number;
  empty: string;
  /** One entry, whose list item takes the ref. */
  children: (entry: Entry, ref: Ref<HTMLLIElement>) => ReactNode;
}

/** A list that grows by a page with each 'Show more'. */
export function PagedList<Entry extends { _id: string }, Key extends QueryKey>({
  pageQuery,
  pageSize,
  empty,
  children,
}: Props<Entry, Key>) {
  const [pages, setPages] = useState(1);
  const { data } = useQuery(pageQuery(0));
  const total = data?.totalCount;
  return (
    <>
      {total === 0 ? (
        <p className="ink-2 text-s">{empty}</p>
      ) : (
        <ol className="divided w-full">
          {Array.from({ length: pages }, (_, page) => (
            <Page key={page} query={pageQuery(page)} isFirst={page === 0}>
              {children}
            </Page>
          ))}
        </ol>
      )}
      {total !== undefined && pages * pageSize < total && (
        <Button variant="secondary" onClick={() => setPages(pages + 1)}>
          Show more
        </Button>
      )}
    </>
  );
}

function Page<Entry extends { _id: string }, Key extends QueryKey>({
  query,
  isFirst,
  children,
}: {
  query: UseQueryOptions<Slice<Entry>, Error, Slice<Entry>, Key>;
  isFirst: boolean;
  children: Props<Entry, Key>['children'];
}) {
  const { data, error, isFetching, refetch } = useQuery(query);
  const firstEntry = useRef<HTMLLIElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    // 'Show more' may be gone after the last page: the focus moves to the first new entry.
    if (!isFirst && isLoaded && hasFocusIn(firstEntry.current?.closest('div'))) firstEntry.current?.focus();
  }, [isFirst, isLoaded]);
  const isRefused = error !== null && !isSessionEnd(error);
  return (
    <>
      {isRefused && (
        <li className="stack justify-items-start gap-3 py-3">
          <ErrorAlert error={error} fallback="other" />
          <Button variant="secondary" loading={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </li>
      )}
      {data?.data.map((entry, index) => (
        <Fragment key={entry._id}>{children(entry, index === 0 ? firstEntry : null)}</Fragment>
      ))}
      {!data && !isRefused && (
        <li className="py-3 ink-3 text-s" aria-busy="true">
          <span role="status">Loading</span>
        </li>
      )}
    </>
  );
}

/** Whether the focus is inside this element, or nowhere. */
const hasFocusIn = (part: Element | null | undefined) =>
  document.activeElement === document.body || part?.contains(document.activeElement);
