import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';
import type { LiveStatus } from './lib/asked';
import { untilNextChange } from './lib/moments';

export type SessionBooking = Answer<'/api/learning/session-user', 'get'>['data'][number];
export type BookedWebinar = Answer<'/api/learning/bookedwebinarV1', 'get'>['data'][number];
export type BookedMentorship = Answer<'/api/mentorship/booked/mentorshipV1', 'get'>['data'][number];
export type Credit = Answer<'/api/learning/canceled/session-user', 'get'>['data'][number];
export type TimeframeEntry = Answer<'/api/learning/sessions/timeframe', 'get'>['data'][number];

export interface Slice {
  skip: number;
  limit: number;
}

export interface Asked extends Slice {
  status?: LiveStatus | undefined;
}

/** All stand under 'live': whoever books, changes or sells something live makes that stale. */
export const bookedKeys = {
  live: ['live'] as const,
  sessions: (asked: Asked) => ['live', 'bookings', asked] as const,
  webinars: (asked: Asked) => ['live', 'bookedWebinars', asked] as const,
  mentorships: (asked: Asked) => ['live', 'bookedMentorships', asked] as const,
  credits: (slice: Slice) => ['live', 'credits', slice] as const,
  timeframe: ['live', 'timeframe'] as const,
  program: (id: string) => ['live', 'program', id] as const,
};

/** Rooms open and close, and changes end, at their minute: the server is asked again then. */
export const sessionBookings = (asked: Asked) =>
  queryOptions({
    queryKey: bookedKeys.sessions(asked),
    queryFn: ({ signal }) => get('/api/learning/session-user', { query: { ...asked }, signal }),
    refetchInterval: ({ state }) =>
      untilNextChange(
        state.data?.data.map(({ session, joinUrl, changeBefore }) => ({
          startsAt: session.date,
          endsAt: session.endDate,
          joinUrl,
          changeBefore,
        })),
      ),
  });

export const bookedWebinars = (asked: Asked) =>
  queryOptions({
    queryKey: bookedKeys.webinars(asked),
    queryFn: ({ signal }) => get('/api/learning/bookedwebinarV1', { query: { ...asked }, signal }),
    refetchInterval: ({ state }) =>
      untilNextChange(
        state.data?.data.map(({ webinarTime, webinarEndTime, joinUrl }) => ({
          startsAt: webinarTime,
          endsAt: webinarEndTime,
          joinUrl,
        })),
      ),
  });

export const bookedMentorships = (asked: Asked) =>
  queryOptions({
    queryKey: bookedKeys.mentorships(asked),
    queryFn: ({ signal }) => get('/api/mentorship/booked/mentorshipV1', { query: { ...asked }, signal }),
    refetchInterval: ({ state }) =>
      untilNextChange(
        state.data?.data.map(({ start_date, end_date, joinUrl }) => ({
          startsAt: start_date,
          endsAt: end_date,
          joinUrl,
        })),
      ),
  });

/** Twin: apps/site/own_events.py, which puts them into the document. */
export const CREDITS_SHOWN = 20;

/** Cancelled sessions, the latest first, with what became of each. */
export const credits = () =>
  queryOptions({
    queryKey: bookedKeys.credits({ skip: 0, limit: CREDITS_SHOWN }),
    queryFn: ({ signal }) =>
      get('/api/learning/canceled/session-user', { query: { skip: 0, limit: CREDITS_SHOWN }, signal }),
  });

/** The member's sessions, and of their programs the open ones ahead. */
export const timeframe = () =>
  queryOptions({
    queryKey: bookedKeys.timeframe,
    queryFn: ({ signal }) => get('/api/learning/sessions/timeframe', { signal }),
    // Seats go while one looks on.
    staleTime: 0,
  });

/** A program with all its sessions, the full ones too. */
export const programOf = (id: string) =>
  queryOptions({
    queryKey: bookedKeys.program(id),
    queryFn: ({ signal }) => get('/api/learning/user/liveotp/web/{key}', { path: { key: id }, signal }),
  });
