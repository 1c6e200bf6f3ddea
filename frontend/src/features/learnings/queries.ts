import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';
import { type Timed, untilNextChange } from './lib/moments';
import type { Status } from './lib/standing';

export type OwnCourse = Answer<'/api/course/booked/V1/course', 'get'>['data'][number];
type Overview = Answer<'/api/dashboard', 'get'>['data'];
export type CalendarEntry = Overview['calendar'][number];
export type NextEntry = Overview['next'][number];
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

const booked = (asked: Asked) =>
  queryOptions({
    queryKey: learningsKeys.booked(asked),
    queryFn: ({ signal }) => get('/api/course/booked/V1/course', { query: { ...asked }, signal }),
  });

/** A page of the member's own courses, the newest booking first; the first is page 0. */
export const bookedCourses = (status: Status | undefined, page: number) =>
  booked({ skip: page * COURSES_PAGE, limit: COURSES_PAGE, status });

/** The course that the member took last, if there is one. */
export const latestCourse = () => booked({ skip: 0, limit: 1 });

/** Where the member goes on, and how much they learned. */
export const dashboard = () =>
  queryOptions({
    queryKey: learningsKeys.dashboard,
    queryFn: ({ signal }) => get('/api/dashboard', { signal }),
    // The room of what comes next opens at its minute.
    refetchInterval: ({ state }) => untilNextChange(state.data?.data.next.filter(isTimed)),
  });

export type Confirmed = Answer<'/api/confirmed', 'get'>['data'];

/** What was booked with an order, else what was booked last of a kind. */
export const confirmed = (asked: { kind: string; order?: string }) =>
  queryOptions({
    queryKey: [...learningsKeys.dashboard, 'confirmed', asked] as const,
    queryFn: ({ signal }) => get('/api/confirmed', { query: asked, signal }),
  });

const isTimed = (entry: NextEntry): entry is NextEntry & Timed => entry.startsAt !== null;
