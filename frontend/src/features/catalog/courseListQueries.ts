import { queryOptions } from '@tanstack/react-query';
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

export const courseFilterOptions = () =>
  queryOptions({
    queryKey: catalogKeys.options,
    queryFn: ({ signal }) => get('/api/course/filter/V1/course', { signal }),
    staleTime: 10 * 60_000,
  });
