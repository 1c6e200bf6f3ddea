import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { usePages } from '../../../shared/lib/usePages';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { addressOf, isNarrowed, type Shelf } from '../lib/shelf';
import { SHELF_PAGE, shelfPage } from '../shelfQueries';
import cards from './CourseCard.module.css';
import { CourseRows, RowsFailure, RowsSkeleton } from './CourseRows';
import { NothingFound } from './NothingFound';
import classes from './Shelf.module.css';

/** The courses that fit, page by page as one goes down; twin: templates/pages/courses.html. */
export function ShelfRows({ shelf }: { shelf: Shelf }) {
  const { pages, showMore } = usePages(addressOf(shelf));
  const first = useQuery({ ...shelfPage(shelf, 0), placeholderData: keepPreviousData });
  const last = useQuery(shelfPage(shelf, pages - 1));
  const top = useTopInView();
  const grid = useRef<HTMLDivElement>(null);
  const total = first.data?.totalCount ?? 0;
  const hasMore = !first.isPlaceholderData && pages * SHELF_PAGE < total;
  const more = useMore({ pages, isThere: last.data !== undefined, hasMore, showMore, grid });
  const startOver = () => top.current?.focus({ preventScroll: true });

  return (
    <section aria-label="Courses" className={classes.found}>
      <h2 className="visually-hidden">What you can take</h2>
      <div ref={top} tabIndex={-1} className={classes.summary}>
        <p role="status" className="tabular">
          {first.isPending ? 'Loading courses' : first.data && counted(total, pages * SHELF_PAGE)}
        </p>
        {isNarrowed(shelf) && total > 0 && (
          <AppLink className={classes.clear} to="/courses" onClick={startOver}>
            Clear filters
          </AppLink>
        )}
      </div>
      {first.isError && <RowsFailure error={first.error} onRetry={first.refetch} />}
      {first.data && total === 0 && <NothingFound isNarrowed={isNarrowed(shelf)} onClear={startOver} />}
      {!first.isError && (first.isPending || total > 0) && (
        <div ref={grid} className={cards.grid} aria-busy={first.isPlaceholderData || first.isPending}>
          {first.data ? <CourseRows courses={first.data.courses} eager={4} /> : <RowsSkeleton count={8} />}
          {Array.from({ length: pages - 1 }, (_, index) => index + 1).map((page) => (
            <LaterRows key={page} shelf={shelf} page={page} total={total} />
          ))}
        </div>
      )}
      {hasMore && (
        <div ref={more.end} className={classes.more}>
          <Button variant="secondary" loading={last.isPending} onClick={more.press}>
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}

function LaterRows({ shelf, page, total }: { shelf: Shelf; page: number; total: number }) {
  const { data, error, refetch } = useQuery(shelfPage(shelf, page));
  if (data) return <CourseRows courses={data.courses} />;
  if (error) return <RowsFailure error={error} onRetry={refetch} />;
  return <RowsSkeleton count={Math.min(SHELF_PAGE, total - page * SHELF_PAGE)} />;
}

function counted(total: number, shown: number) {
  if (total === 0) return 'No courses found';
  return (
    <>
      {total.toLocaleString('en-IN')} {total === 1 ? 'course' : 'courses'}
      {shown < total && <span className="visually-hidden">, the first {shown} are shown</span>}
    </>
  );
}

/** Who asks for other courses far down the list sees the first of them, not the end of the page. */
function useTopInView() {
  const { search } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const top = useRef<HTMLDivElement>(null);
  const seen = useRef(search);
  useEffect(() => {
    if (seen.current === search) return;
    seen.current = search;
    if (!isPop && top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView();
  }, [search, isPop]);
  return top;
}

interface More {
  pages: number;
  /** Whether the last page asked for has come. */
  isThere: boolean;
  hasMore: boolean;
  showMore: () => void;
  grid: { current: HTMLElement | null };
}

/** The next page comes before the end of the list is reached, or when it is asked for. */
function useMore({ pages, isThere, hasMore, showMore, grid }: More) {
  const end = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const reach = useEffectEvent(showMore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is there already still moves the end.
  useEffect(() => {
    if (!end.current || !isThere || !hasMore) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && reach(),
      {
        rootMargin: '0px 0px 600px',
      },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [pages, isThere, hasMore]);
  useEffect(() => {
    if (!isPressed.current || !isThere) return;
    isPressed.current = false;
    const begin = grid.current?.children[(pages - 1) * SHELF_PAGE];
    begin?.querySelector('a')?.focus();
  }, [pages, isThere, grid]);
  const press = () => {
    isPressed.current = true;
    showMore();
  };
  return { end, press };
}
