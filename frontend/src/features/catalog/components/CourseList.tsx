import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { usePageCount } from '../../../shared/lib/usePageCount';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { COURSES_PER_PAGE, courseListPage } from '../courseListQueries';
import { type CourseFilterValues, hasFilters } from '../lib/courseFilters';
import { courseListUrl } from '../lib/courseListUrl';
import { CourseCards } from './CourseCards';
import * as classes from './CourseList.module.css';
import { RowsFailure, RowsSkeleton } from './CourseListFallback';
import { FilteredListLink } from './FilteredListLink';
import { NoCourses } from './NoCourses';

/** The matching courses with infinite scrolling. */
export function CourseList({ filters }: { filters: CourseFilterValues }) {
  const { pages, showMore } = usePageCount(courseListUrl(filters));
  const first = useQuery({ ...courseListPage(filters, 0), placeholderData: keepPreviousData });
  const last = useQuery(courseListPage(filters, pages - 1));
  const top = useTopInView();
  const grid = useRef<HTMLDivElement>(null);
  const total = first.data?.totalCount ?? 0;
  const hasMore = !first.isPlaceholderData && pages * COURSES_PER_PAGE < total;
  const more = useMore({ pages, isLoaded: last.data !== undefined, hasMore, showMore, grid });
  const startOver = () => top.current?.focus({ preventScroll: true });

  return (
    <section aria-label="Courses" className={`min-w-0 ${classes.found}`}>
      <h2 className="visually-hidden">Course list</h2>
      <div
        ref={top}
        tabIndex={-1}
        className={`cluster items-center justify-between gap-x-4 touch mb-3 ink-2 text-s no-ring ${classes.summary}`}
      >
        <p role="status" className="tabular">
          {first.isPending ? 'Loading courses' : first.data && counted(total, pages * COURSES_PER_PAGE)}
        </p>
        <FilteredListLink filters={filters} />
        {hasFilters(filters) && total > 0 && (
          <AppLink className="inline-row items-center touch" to="/courses" onClick={startOver}>
            Clear filters
          </AppLink>
        )}
      </div>
      {first.isError && <RowsFailure error={first.error} onRetry={first.refetch} />}
      {first.data && total === 0 && <NoCourses filters={filters} onClear={startOver} />}
      {!first.isError && (first.isPending || total > 0) && (
        <div ref={grid} className="grid-cards" aria-busy={first.isPlaceholderData || first.isPending}>
          {first.data ? <CourseCards courses={first.data.courses} eager={4} /> : <RowsSkeleton count={8} />}
          {Array.from({ length: pages - 1 }, (_, index) => index + 1).map((page) => (
            <LaterRows key={page} filters={filters} page={page} total={total} />
          ))}
        </div>
      )}
      {hasMore && (
        <div ref={more.end} className="row justify-center pt-8">
          <Button variant="secondary" loading={last.isPending} onClick={more.press}>
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}

function LaterRows({ filters, page, total }: { filters: CourseFilterValues; page: number; total: number }) {
  const { data, error, refetch } = useQuery(courseListPage(filters, page));
  if (data) return <CourseCards courses={data.courses} />;
  if (error) return <RowsFailure error={error} onRetry={refetch} />;
  return <RowsSkeleton count={Math.min(COURSES_PER_PAGE, total - page * COURSES_PER_PAGE)} />;
}

function counted(total: number, visible: number) {
  if (total === 0) return 'No courses found';
  return (
    <>
      {total.toLocaleString('en-IN')} {total === 1 ? 'course' : 'courses'}
      {visible < total && <span className="visually-hidden">, showing the first {visible}</span>}
    </>
  );
}

/** Scrolls to the first result when the filters change far down the list. */
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
  /** Whether the last page has loaded. */
  isLoaded: boolean;
  hasMore: boolean;
  showMore: () => void;
  grid: { current: HTMLElement | null };
}

/** Loads the next page before the end of the list is reached, or on click. */
function useMore({ pages, isLoaded, hasMore, showMore, grid }: More) {
  const end = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const reach = useEffectEvent(showMore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is there already still moves the end.
  useEffect(() => {
    if (!end.current || !isLoaded || !hasMore) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && reach(),
      {
        rootMargin: '0px 0px 600px',
      },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [pages, isLoaded, hasMore]);
  useEffect(() => {
    if (!isPressed.current || !isLoaded) return;
    isPressed.current = false;
    const begin = grid.current?.children[(pages - 1) * COURSES_PER_PAGE];
    begin?.querySelector('a')?.focus();
  }, [pages, isLoaded, grid]);
  const press = () => {
    isPressed.current = true;
    showMore();
  };
  return { end, press };
}
