import { queryOptions } from '@tanstack/react-query';
import { type Answer, get, post } from '../../shared/api/client';
import { canFit, type Shelf } from './lib/shelf';

type CourseList = Answer<'/api/course/mobile', 'post'>;
export type CourseCard = CourseList['courses'][number];
export type CourseDetail = Answer<'/api/course/users/{key}', 'get'>['data'];
export type Topic = CourseDetail['chapters'][number]['topics'][number];
export type Review = CourseDetail['reviews'][number];
export type Options = Answer<'/api/course/filter/V1/course', 'get'>['data'];
export type Category = Answer<'/api/category', 'get'>['categories'][number];

export interface CourseFilters extends Shelf {
  skip: number;
  limit: number;
}

/** Twin: apps/site/shelf.py, which puts the first page into the document. */
export const SHELF_PAGE = 24;

export const catalogKeys = {
  all: ['catalog'] as const,
  lists: ['catalog', 'courses'] as const,
  courses: (filters: CourseFilters) => [...catalogKeys.lists, filters] as const,
  course: (id: string) => [...catalogKeys.all, 'course', id] as const,
  categories: ['catalog', 'categories'] as const,
  options: ['catalog', 'options'] as const,
};

const NOTHING: CourseList = { courses: [], totalCount: 0 };

export const courseList = (filters: CourseFilters) =>
  queryOptions({
    queryKey: catalogKeys.courses(filters),
    queryFn: ({ signal }) =>
      canFit(filters) ? post('/api/course/mobile', filters, { signal }) : Promise.resolve(NOTHING),
  });

export const shelfPage = (shelf: Shelf, page: number) =>
  courseList({ ...shelf, skip: page * SHELF_PAGE, limit: SHELF_PAGE });

export const courseOptions = () =>
  queryOptions({
    queryKey: catalogKeys.options,
    queryFn: ({ signal }) => get('/api/course/filter/V1/course', { signal }),
    staleTime: 10 * 60_000,
  });

export const courseDetail = (id: string) =>
  queryOptions({
    queryKey: catalogKeys.course(id),
    queryFn: ({ signal }) => get('/api/course/users/{key}', { path: { key: id }, signal }),
  });

export const categoryList = () =>
  queryOptions({
    queryKey: catalogKeys.categories,
    queryFn: ({ signal }) => get('/api/category', { signal }),
    staleTime: 10 * 60_000,
  });
