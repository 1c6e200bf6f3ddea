import { type ReactNode, type RefObject, useRef } from 'react';
import { useLocation } from 'react-router';
import { useAwaited } from '../../../shared/lib/useAwaited';
import { usePages } from '../../../shared/lib/usePages';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Unready } from '../../../shared/ui/Unready';
import type { Asked } from '../bookedQueries';
import { askedKind, askedLiveStatus, asking, type LiveStatus } from '../lib/asked';
import { LIVE_PAGE, type LiveKind, OVERVIEW } from '../lib/liveKinds';
import { BookedRowSkeleton } from './BookedRow';
import rowClasses from './BookedRow.module.css';
import classes from './OwnCourses.module.css';

interface Props<Row> {
  kind: LiveKind<Row>;
  /** Stands between the heading and the list. */
  lead?: ReactNode;
  /** Stands below it. */
  children?: ReactNode;
  row: (row: Row) => ReactNode;
}

/**
 * What the member has booked of one kind: among the others the first of it, alone page after page.
 * The server writes the same markup: templates/parts/booked_section.html.
 */
export function BookedSection<Row extends { _id: string }>({ kind, lead, children, row }: Props<Row>) {
  const { search } = useLocation();
  const isAlone = askedKind(search) === kind.name;
  const status = askedLiveStatus(search);
  const limit = isAlone ? LIVE_PAGE : OVERVIEW;
  const { pages, showMore } = usePages(search);
  const awaited = useRef<number | null>(null);
  const total = kind.usePage({ skip: 0, limit, status }).data?.totalCount;
  const shown = Math.min((isAlone ? pages : 1) * limit, total ?? 0);
  const more = () => {
    awaited.current = pages;
    showMore();
  };
  return (
    <section className={classes.root} aria-labelledby={kind.name}>
      <div className={classes.head}>
        <h2 id={kind.name} className={classes.title}>
          {kind.title}
        </h2>
        <p role="status" className={`${classes.count} tabular`}>
          {total !== undefined && counted(total, kind.word)}
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
              {...{ kind, row, page, awaited }}
              asked={{ skip: page * limit, limit, status }}
            />
          ))}
        </ul>
      )}
      {total !== undefined && shown < total && (
        <div className={classes.foot}>
          <p className={`${classes.count} tabular`}>
            {shown} of {total.toLocaleString('en-IN')} shown
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
  asked: Asked;
  page: number;
  /** The page that was asked for last and has not come yet. */
  awaited: RefObject<number | null>;
  row: (row: Row) => ReactNode;
}

function Page<Row extends { _id: string }>({ kind, asked, page, awaited, row }: PageProps<Row>) {
  const query = kind.usePage(asked);
  const first = useAwaited({ page, isThere: query.data !== undefined, awaited });
  if (!query.data) {
    return (
      <li>
        <Unready query={query} what={`Your ${kind.title.toLowerCase()}`} className={rowClasses.failed}>
          <BookedRowSkeleton />
          <BookedRowSkeleton />
        </Unready>
      </li>
    );
  }
  return query.data.data.map((one, place) => (
    <li key={one._id} ref={place === 0 ? first : null}>
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
          <ButtonLink variant="secondary" to={{ search: asking(search, 'status', undefined) }}>
            Show all
          </ButtonLink>
        }
      >
        {kind.without[status]}
      </EmptyState>
    );
  }
  return (
    <EmptyState action={<ButtonLink to={kind.offer.to}>{kind.offer.label}</ButtonLink>}>
      {kind.nothing}
    </EmptyState>
  );
}

const counted = (total: number, word: string) =>
  `${total.toLocaleString('en-IN')} ${total === 1 ? word : `${word}s`}`;
