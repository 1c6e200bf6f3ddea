import { queryOptions } from '@tanstack/react-query';
import { type Answer, get, post } from '../../shared/api/client';

export type CourseCard = Answer<'/api/course/mobile', 'post'>['courses'][number];

export interface CourseFilters {
  category?: string | string[];
  sort?: 'popular' | 'newest' | 'rating' | 'priceLow' | 'priceHigh';
  skip: number;
  limit: number;
}

export const catalogKeys = {
  all: ['catalog'] as const,
  courses: (filters: CourseFilters) => [...catalogKeys.all, 'courses', filters] as const,
  course: (id: string) => [...catalogKeys.all, 'course', id] as const,
  categories: ['catalog', 'categories'] as const,
};

export const courseList = (filters: CourseFilters) =>
  queryOptions({
    queryKey: catalogKeys.courses(filters),
    queryFn: ({ signal }) => post('/api/course/mobile', filters, { signal }),
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

export type Category = Answer<'/api/category', 'get'>['categories'][number];
