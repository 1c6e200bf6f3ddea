import { type ReactNode, type RefObject, useRef } from 'react';
import { useLocation } from 'react-router';
import { useFocusNewRows } from '../../../shared/lib/useFocusNewRows';
import { usePageCount } from '../../../shared/lib/usePageCount';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import type { ListParams } from '../bookingQueries';
import { LIVE_PAGE, type LiveKind, OVERVIEW } from '../lib/liveKinds';
import { kindFilter, type LiveStatus, liveStatusFilter, withFilter } from '../lib/urlState';
import { BookingRowSkeleton } from './BookingRow';
import rowClasses from './BookingRow.module.css';
import classes from './OwnCourses.module.css';

interface Props<Row> {
  kind: LiveKind<Row>;
  /** Between heading and list. */
  lead?: ReactNode;
  /** Below the list. */
  children?: ReactNode;
  row: (row: Row) => ReactNode;
}

/**
 * The bookings of one kind: the first few in the overview, or a paginated list.
 */
export function BookingSection<Row extends { _id: string }>({ kind, lead, children, row }: Props<Row>) {
  const { search } = useLocation();
  const isAlone = kindFilter(search) === kind.name;
  const status = liveStatusFilter(search);
  const limit = isAlone ? LIVE_PAGE : OVERVIEW;
  const { pages, showMore } = usePageCount(search);
  const requestedPage = useRef<number | null>(null);
  const total = kind.usePage({ skip: 0, limit, status }).data?.totalCount;
  const visibleCount = Math.min((isAlone ? pages : 1) * limit, total ?? 0);
  const more = () => {
    requestedPage.current = pages;
    showMore();
  };
  return (
    <section className={classes.root} aria-labelledby={kind.name}>
      <div className={classes.head}>
        <h2 id={kind.name} className={classes.title}>
          {kind.title}
        </h2>
        <p role="status" className={`${classes.count} tabular`}>
          {total !== undefined && counted(total, kind.noun)}
        </p>
      </div>
      {lead}
      {total === 0 ? (
        <Nothing kind={kind} status={status} />
      ) : (
        <ul className={rowClasses.list}>
          {Array.from({ length: isAlone ? pages : 1 }, (_, page) => page).map((page) => (
            <Page
              key={`${status} ${limit} ${page}`}
              {...{ kind, row, page, requestedPage }}
              params={{ skip: page * limit, limit, status }}
            />
          ))}
        </ul>
      )}
      {total !== undefined && visibleCount < total && (
        <div className={classes.foot}>
          <p className={`${classes.count} tabular`}>
            {visibleCount} of {total.toLocaleString('en-IN')} shown
          </p>
          {isAlone ? (
            <Button variant="secondary" onClick={more}>
              Show more
            </Button>
          ) : (
            <AppLink
              className={classes.all}
              to={{ search: `?kind=${kind.name}${status ? `&status=${status}` : ''}` }}
            >
              All {kind.title.toLowerCase()}
            </AppLink>
          )}
        </div>
      )}
      {children}
    </section>
  );
}

interface PageProps<Row> {
  kind: LiveKind<Row>;
  params: ListParams;
  page: number;
  /** The requested page that has not loaded yet. */
  requestedPage: RefObject<number | null>;
  row: (row: Row) => ReactNode;
}

function Page<Row extends { _id: string }>({ kind, params, page, requestedPage, row }: PageProps<Row>) {
  const query = kind.usePage(params);
  const first = useFocusNewRows({ page, isLoaded: query.data !== undefined, requestedPage });
  if (!query.data) {
    return (
      <li>
        <QueryFallback query={query} what="webinars" className={rowClasses.failed}>
          <BookingRowSkeleton />
          <BookingRowSkeleton />
        </QueryFallback>
      </li>
    );
  }
  return query.data.data.map((one, index) => (
    <li key={one._id} ref={index === 0 ? first : null}>
      {row(one)}
    </li>
  ));
}

function Nothing<Row>({ kind, status }: { kind: LiveKind<Row>; status: LiveStatus | undefined }) {
  const { search } = useLocation();
  if (status) {
    return (
      <EmptyState
        action={
          <ButtonLink variant="secondary" to={{ search: withFilter(search, 'status', undefined) }}>
            Show all
          </ButtonLink>
        }
      >
        {kind.emptyTextByStatus[status]}
      </EmptyState>
    );
  }
  return (
    <EmptyState action={<ButtonLink to={kind.offer.to}>{kind.offer.label}</ButtonLink>}>
      {kind.emptyText}
    </EmptyState>
  );
}

const counted = (total: number, noun: string) =>
  `${total.toLocaleString('en-IN')} ${total === 1 ? noun : `${noun}s`}`;
