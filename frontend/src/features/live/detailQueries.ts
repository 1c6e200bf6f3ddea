import { queryOptions } from '@tanstack/react-query';
import { get } from '../../shared/api/client';
import { untilNextChange } from '../../shared/lib/nextChange';
import { liveKeys } from './queries';

export const webinarDetail = (id: string) =>
  queryOptions({
    queryKey: liveKeys.detail('webinar', id),
    queryFn: ({ signal }) => get('/api/learning/webwebinarV1/{key}', { path: { key: id }, signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data && [state.data.data]),
  });

export const mentorshipDetail = (id: string) =>
  queryOptions({
    queryKey: liveKeys.detail('mentorship', id),
    queryFn: ({ signal }) => get('/api/mentorship/users/{key}', { path: { key: id }, signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data && [state.data.data]),
  });

export const liveTradingDetail = (id: string) =>
  queryOptions({
    queryKey: liveKeys.detail('program', id),
    queryFn: ({ signal }) => get('/api/learning/user/liveotp/web/{key}', { path: { key: id }, signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data && [state.data.data]),
  });

/** A program's session plans, largest number of sessions first. */
export const sessionPlans = (liveTradingId: string) =>
  queryOptions({
    queryKey: liveKeys.plans(liveTradingId),
    queryFn: ({ signal }) => get('/api/learning/plan', { query: { liveTradingId }, signal }),
  });

/** Times at which the person is busy with bookings of any kind. */
export const bookedTimes = () =>
  queryOptions({
    queryKey: liveKeys.bookedTimes(),
    queryFn: ({ signal }) => get('/api/learning/booked-times', { signal }),
  });

/** Everything that the person waits for. */
export const ownWaitlist = () =>
  queryOptions({
    queryKey: liveKeys.ownWaitlist(),
    queryFn: ({ signal }) => get('/api/learning/waitlist', { query: { limit: 100 }, signal }),
  });
