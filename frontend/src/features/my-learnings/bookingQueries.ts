import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';
import { untilNextChange } from '../../shared/lib/nextChange';
import type { LiveStatus } from './lib/urlState';

export type SessionBooking = ApiResponse<'/api/learning/session-user', 'get'>['data'][number];
export type BookedWebinar = ApiResponse<'/api/learning/bookedwebinarV1', 'get'>['data'][number];
export type BookedMentorship = ApiResponse<'/api/mentorship/booked/mentorshipV1', 'get'>['data'][number];
export type Credit = ApiResponse<'/api/learning/canceled/session-user', 'get'>['data'][number];
export type TimeframeEntry = ApiResponse<'/api/learning/sessions/timeframe', 'get'>['data'][number];

export interface Slice {
  skip: number;
  limit: number;
}

export interface ListParams extends Slice {
  status?: LiveStatus | undefined;
}

/**
 * All keys begin with 'live', so that booking, changing or selling something live invalidates them together.
 */
export const bookingKeys = {
  live: ['live'] as const,
  sessions: (params: ListParams) => ['live', 'bookings', params] as const,
  webinars: (params: ListParams) => ['live', 'bookedWebinars', params] as const,
  mentorships: (params: ListParams) => ['live', 'bookedMentorships', params] as const,
  credits: (slice: Slice) => ['live', 'credits', slice] as const,
  timeframe: ['live', 'timeframe'] as const,
  program: (id: string) => ['live', 'program', id] as const,
};

export const sessionBookings = (params: ListParams) =>
  queryOptions({
    queryKey: bookingKeys.sessions(params),
    queryFn: ({ signal }) => get('/api/learning/session-user', { query: { ...params }, signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data?.data),
  });

export const bookedWebinars = (params: ListParams) =>
  queryOptions({
    queryKey: bookingKeys.webinars(params),
    queryFn: ({ signal }) => get('/api/learning/bookedwebinarV1', { query: { ...params }, signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data?.data),
  });

export const bookedMentorships = (params: ListParams) =>
  queryOptions({
    queryKey: bookingKeys.mentorships(params),
    queryFn: ({ signal }) => get('/api/mentorship/booked/mentorshipV1', { query: { ...params }, signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data?.data),
  });

/** The server requests the same first (apps/site/pages). */
export const CREDITS_SHOWN = 20;

/** Cancelled sessions and their credits: those that can be used come first. */
export const credits = () =>
  queryOptions({
    queryKey: bookingKeys.credits({ skip: 0, limit: CREDITS_SHOWN }),
    queryFn: ({ signal }) =>
      get('/api/learning/canceled/session-user', { query: { skip: 0, limit: CREDITS_SHOWN }, signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data?.data),
  });

/** The member's sessions, and the open upcoming sessions of the same programs. */
export const timeframe = () =>
  queryOptions({
    queryKey: bookingKeys.timeframe,
    queryFn: ({ signal }) => get('/api/learning/sessions/timeframe', { signal }),
    // Always refetched: seats may be taken meanwhile.
    staleTime: 0,
  });

/** A program with all its sessions, including full ones. */
export const programOf = (id: string) =>
  queryOptions({
    queryKey: bookingKeys.program(id),
    queryFn: ({ signal }) => get('/api/learning/user/liveotp/web/{key}', { path: { key: id }, signal }),
  });
