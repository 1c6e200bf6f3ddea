import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../shared/api/client';
import { canFit, type Shelf } from './lib/shelf';
import { type CourseList, catalogKeys } from './queries';

/** Twin: apps/site/course_filters.py, which puts the first page into the document. */
export const SHELF_PAGE = 24;

const NOTHING: CourseList = { courses: [], totalCount: 0 };

export function shelfPage(shelf: Shelf, page: number) {
  const slice = { skip: page * SHELF_PAGE, limit: SHELF_PAGE };
  return queryOptions({
    queryKey: catalogKeys.courses({ ...shelf, ...slice }),
    queryFn: ({ signal }) =>
      canFit(shelf)
        ? post('/api/course/mobile', { ...shelf, ...slice }, { signal })
        : Promise.resolve(NOTHING),
  });
}

export const courseOptions = () =>
  queryOptions({
    queryKey: catalogKeys.options,
    queryFn: ({ signal }) => get('/api/course/filter/V1/course', { signal }),
    staleTime: 10 * 60_000,
  });
