import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';

export type WebinarCard = ApiResponse<'/api/learning/webinarV1', 'get'>['data'][number];
export type MentorshipCard = ApiResponse<'/api/mentorship', 'get'>['data'][number];
export type LiveTradingCard = ApiResponse<'/api/learning/web/liveotp', 'get'>['data'][number];

export type LiveTradingDetail = ApiResponse<'/api/learning/user/liveotp/web/{key}', 'get'>['data'];
export type ProgramSession = LiveTradingDetail['programSessions'][number];
export type SessionPlan = ApiResponse<'/api/learning/plan', 'get'>['data'][number];
export type BookedTime = ApiResponse<'/api/learning/booked-times', 'get'>['data'][number];

export interface Slice {
  skip: number;
  limit: number;
}

export const liveKeys = {
  all: ['live'] as const,
  list: (kind: 'webinars' | 'mentorships' | 'programs', slice: Slice) =>
    [...liveKeys.all, kind, slice] as const,
  detail: (kind: 'webinar' | 'mentorship' | 'program', id: string) => [...liveKeys.all, kind, id] as const,
  plans: (liveTradingId: string) => [...liveKeys.all, 'plans', liveTradingId] as const,
  bookedTimes: () => [...liveKeys.all, 'bookedTimes'] as const,
  ownWaitlist: () => [...liveKeys.all, 'ownWaitlist'] as const,
};

export const webinarList = (slice: Slice) =>
  queryOptions({
    queryKey: liveKeys.list('webinars', slice),
    queryFn: ({ signal }) => get('/api/learning/webinarV1', { query: { ...slice }, signal }),
  });

export const mentorshipList = (slice: Slice) =>
  queryOptions({
    queryKey: liveKeys.list('mentorships', slice),
    queryFn: ({ signal }) => get('/api/mentorship', { query: { ...slice }, signal }),
  });

export const liveTradingList = (slice: Slice) =>
  queryOptions({
    queryKey: liveKeys.list('programs', slice),
    queryFn: ({ signal }) => get('/api/learning/web/liveotp', { query: { ...slice }, signal }),
  });
