import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';
import type { Status } from './lib/standing';

export type OwnCourse = Answer<'/api/course/booked/V1/course', 'get'>['data'][number];
export type Week = Answer<'/api/dashboard', 'get'>['data']['minutesPerWeek'][number];

interface Asked {
  skip: number;
  limit: number;
  status?: Status | undefined;
}

/** Whoever books a course or reports progress makes what stands under these stale. */
export const learningsKeys = {
  booked: (asked: Asked) => ['catalog', 'booked', asked] as const,
  dashboard: ['dashboard'] as const,
};

/** Twin: apps/site/own_courses.py, which puts the first page into the document. */
export const COURSES_PAGE = 10;

/** A page of the member's own courses, the newest booking first; the first is page 0. */
export const bookedCourses = (status: Status | undefined, page: number) => {
  const asked = { skip: page * COURSES_PAGE, limit: COURSES_PAGE, status };
  return queryOptions({
    queryKey: learningsKeys.booked(asked),
    queryFn: ({ signal }) => get('/api/course/booked/V1/course', { query: asked, signal }),
  });
};

/** Where the member goes on, and how much they learned. */
export const dashboard = () =>
  queryOptions({
    queryKey: learningsKeys.dashboard,
    queryFn: ({ signal }) => get('/api/dashboard', { signal }),
  });
