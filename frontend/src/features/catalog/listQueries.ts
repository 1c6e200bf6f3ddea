import { queryOptions } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { canFit, type Shelf } from './lib/shelf';
import { type CourseFilters, type CourseList, catalogKeys } from './queries';

/** Twin: apps/site/shelf.py, which puts the first page into the document. */
export const SHELF_PAGE = 24;

const NOTHING: CourseList = { courses: [], totalCount: 0 };

export const courseList = (filters: CourseFilters) =>
  queryOptions({
    queryKey: catalogKeys.courses(filters),
    queryFn: ({ signal }) =>
      canFit(filters) ? post('/api/course/mobile', filters, { signal }) : Promise.resolve(NOTHING),
  });

export const shelfPage = (shelf: Shelf, page: number) =>
  courseList({ ...shelf, skip: page * SHELF_PAGE, limit: SHELF_PAGE });
