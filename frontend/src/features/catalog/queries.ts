import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get, post } from '../../shared/api/client';
import type { CourseFilterValues, ValidCourseFilters } from './lib/courseFilters';

export type CourseListData = ApiResponse<'/api/course/mobile', 'post'>;
export type CourseCard = CourseListData['courses'][number];
export type CourseDetail = ApiResponse<'/api/course/users/{key}', 'get'>['data'];
export type Topic = CourseDetail['chapters'][number]['topics'][number];
export type Review = CourseDetail['reviews'][number];
export type Options = ApiResponse<'/api/course/filter/V1/course', 'get'>['data'];
export type SearchHelp = ApiResponse<'/api/course/search/help', 'get'>['data'];
export type Category = ApiResponse<'/api/category', 'get'>['categories'][number];

interface Slice {
  skip: number;
  limit: number;
}

export const catalogKeys = {
  all: ['catalog'] as const,
  lists: ['catalog', 'courses'] as const,
  courses: (filters: CourseFilterValues & Slice) => [...catalogKeys.lists, filters] as const,
  course: (id: string) => [...catalogKeys.all, 'course', id] as const,
  after: (module: string) => ['catalog', 'after', module] as const,
  categories: ['catalog', 'categories'] as const,
  options: (selection: CourseFilterValues) =>
    Object.keys(selection).length > 0
      ? (['catalog', 'options', selection] as const)
      : (['catalog', 'options'] as const),
  searchHelp: (text: string) => ['catalog', 'searchHelp', text] as const,
};

export const courseList = (filters: ValidCourseFilters & Slice) =>
  queryOptions({
    queryKey: catalogKeys.courses(filters),
    queryFn: ({ signal }) => post('/api/course/mobile', filters, { signal }),
  });

/** The course that goes on from a module of the academy: one or none. */
export const coursesAfter = (module: string) =>
  queryOptions({
    queryKey: catalogKeys.after(module),
    queryFn: ({ signal }) => get('/api/course/after/{module_key}', { path: { module_key: module }, signal }),
  });

export const courseDetail = (id: string) =>
  queryOptions({
    queryKey: catalogKeys.course(id),
    queryFn: ({ signal }) => get('/api/course/users/{key}', { path: { key: id }, signal }),
  });

/** The newest reviews, of all ratings or of one. */
export const courseReviews = (id: string, rating: number | null, limit: number) =>
  queryOptions({
    queryKey: [...catalogKeys.course(id), 'reviews', { rating, limit }] as const,
    queryFn: ({ signal }) =>
      get('/api/course/users/{key}/reviews', {
        path: { key: id },
        query: { skip: 0, limit, ...(rating !== null && { rating }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const categoryList = () =>
  queryOptions({
    queryKey: catalogKeys.categories,
    queryFn: ({ signal }) => get('/api/category', { signal }),
    staleTime: 10 * 60_000,
  });
