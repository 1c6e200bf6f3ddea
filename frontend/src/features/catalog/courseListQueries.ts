import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, post } from '../../shared/api/client';
import { type CourseFilterValues, isValid } from './lib/courseFilters';
import { type CourseListData, catalogKeys } from './queries';

/** The server requests the same first (apps/site/pages). */
export const COURSES_PER_PAGE = 24;

const NOTHING: CourseListData = { courses: [], totalCount: 0 };

export function courseListPage(filters: CourseFilterValues, page: number) {
  const slice = { skip: page * COURSES_PER_PAGE, limit: COURSES_PER_PAGE };
  return queryOptions({
    queryKey: catalogKeys.courses({ ...filters, ...slice }),
    queryFn: ({ signal }) =>
      isValid(filters)
        ? post('/api/course/mobile', { ...filters, ...slice }, { signal })
        : Promise.resolve(NOTHING),
  });
}

/** The filters, with the number of courses that each value leaves under the selection. */
export function courseFilterOptions(filters: CourseFilterValues) {
  const { sort: _, ...selection } = isValid(filters) ? filters : {};
  return queryOptions({
    queryKey: catalogKeys.options(selection),
    queryFn: ({ signal }) => get('/api/course/filter/V1/course', { query: selection, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  });
}

/** What to offer beside a search, and instead of an empty list. */
export const searchHelp = (text: string) =>
  queryOptions({
    queryKey: catalogKeys.searchHelp(text),
    queryFn: ({ signal }) => get('/api/course/search/help', { query: { search: text }, signal }),
  });
