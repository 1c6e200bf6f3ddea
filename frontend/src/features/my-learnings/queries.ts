import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';
import { untilNextChange } from '../../shared/lib/nextChange';
import type { Status } from './lib/courseTexts';

export type OwnCourse = ApiResponse<'/api/course/booked/V1/course', 'get'>['data'][number];
type Overview = ApiResponse<'/api/dashboard', 'get'>['data'];
export type CalendarEntry = Overview['calendar'][number];
export type Decision = Overview['decisions'][number];
export type NextEntry = Overview['next'][number];
export type Week = ApiResponse<'/api/dashboard', 'get'>['data']['minutesPerWeek'][number];

interface ListParams {
  skip: number;
  limit: number;
  status?: Status | undefined;
}

/** Enrolling and reporting progress invalidate everything under these keys. */
export const myLearningsKeys = {
  booked: (params: ListParams) => ['catalog', 'booked', params] as const,
  dashboard: ['dashboard'] as const,
};

/** The server requests the same first (apps/site/pages). */
export const COURSES_PAGE = 10;

const booked = (params: ListParams) =>
  queryOptions({
    queryKey: myLearningsKeys.booked(params),
    queryFn: ({ signal }) => get('/api/course/booked/V1/course', { query: { ...params }, signal }),
  });

/** A page of the member's courses, newest first; the first is page 0. */
export const bookedCourses = (status: Status | undefined, page: number) =>
  booked({ skip: page * COURSES_PAGE, limit: COURSES_PAGE, status });

/** The latest course, if there is one. */
export const latestCourse = () => booked({ skip: 0, limit: 1 });

/** The dashboard: the course to continue, and minutes learned. */
export const dashboard = () =>
  queryOptions({
    queryKey: myLearningsKeys.dashboard,
    queryFn: ({ signal }) => get('/api/dashboard', { signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data && [state.data.data]),
  });

export type Confirmed = ApiResponse<'/api/confirmed', 'get'>['data'];

/** The bookings of an order, or the latest booking of a kind. */
export const confirmed = (params: { kind: string; order?: string }) =>
  queryOptions({
    queryKey: [...myLearningsKeys.dashboard, 'confirmed', params] as const,
    queryFn: ({ signal }) => get('/api/confirmed', { query: params, signal }),
  });
