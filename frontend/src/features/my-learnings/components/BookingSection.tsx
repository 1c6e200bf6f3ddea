import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { AppLink } from '../../../shared/ui/AppLink';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { PagedRows } from '../../../shared/ui/PagedRows';
import { LIVE_PAGE, type LiveKind, OVERVIEW } from '../lib/liveKinds';
import { kindFilter, type LiveStatus, liveStatusFilter } from '../lib/urlState';
import { BookingRowSkeleton } from './BookingRow';
import { NoneWithStatus } from './NoneWithStatus';

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
  const total = kind.usePage({ skip: 0, limit, status }).data?.totalCount;
  return (
    <section className="stack columns-1 gap-4 min-w-0" aria-labelledby={kind.name}>
      <div className="cluster items-baseline justify-between gap-1 gap-x-6">
        <h2 id={kind.name}>{kind.title}</h2>
        <p role="status" className="ink-2 text-s tabular">
          {total !== undefined && counted(total, kind.noun)}
        </p>
      </div>
      {lead}
      {total === 0 ? (
        <Nothing kind={kind} status={status} />
      ) : (
        <PagedRows
          list={search}
          total={total}
          pageSize={limit}
          usePage={(page) => kind.usePage({ skip: page * limit, limit, status })}
          what="webinars"
          skeleton={
            <>
              <BookingRowSkeleton />
              <BookingRowSkeleton />
            </>
          }
          all={isAlone ? undefined : <AllLink kind={kind} status={status} />}
        >
          {row}
        </PagedRows>
      )}
      {children}
    </section>
  );
}

function AllLink<Row>({ kind, status }: { kind: LiveKind<Row>; status: LiveStatus | undefined }) {
  return (
    <AppLink
      className="inline-row items-center touch text-s"
      to={{ search: `?kind=${kind.name}${status ? `&status=${status}` : ''}` }}
    >
      All {kind.title.toLowerCase()}
    </AppLink>
  );
}

function Nothing<Row>({ kind, status }: { kind: LiveKind<Row>; status: LiveStatus | undefined }) {
  if (status) return <NoneWithStatus>{kind.emptyTextByStatus[status]}</NoneWithStatus>;
  return (
    <EmptyState action={<ButtonLink to={kind.offer.to}>{kind.offer.label}</ButtonLink>}>
      {kind.emptyText}
    </EmptyState>
  );
}

const counted = (total: number, noun: string) =>
  `${total.toLocaleString('en-IN')} ${total === 1 ? noun : `${noun}s`}`;
