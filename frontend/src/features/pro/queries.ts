import { queryOptions } from '@tanstack/react-query';
import { ApiError, type ApiResponse, get } from '../../shared/api/client';
import { untilNextChange } from '../../shared/lib/nextChange';

export type ProSection = ApiResponse<'/api/learnprosection/web', 'get'>['data'];
export type Plan = ProSection['subscriptionPlanIds'][number];
export type Benefit = ProSection['benefits'][number];
export type ProTime = ApiResponse<
  '/api/learnprosection/user/subscriptions/pro',
  'get'
>['data']['subscriptions'][number];
export type ProFacts = ApiResponse<'/api/user', 'get'>['data']['pro'];
export type Purchase = ApiResponse<'/api/learnprosection/booked/V1/pro', 'get'>['data'][number];

export const proKeys = {
  all: ['pro'] as const,
  section: ['pro', 'section'] as const,
  offer: ['pro', 'offer'] as const,
  booked: ['pro', 'booked'] as const,
  subscriptions: ['pro', 'subscriptions'] as const,
};

/** The published Pro section; null if there is none. */
export const proSection = () =>
  queryOptions({
    queryKey: proKeys.section,
    queryFn: async ({ signal }): Promise<{ data: ProSection | null }> => {
      try {
        return await get('/api/learnprosection/web', { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { data: null };
        throw error;
      }
    },
  });

/** The cheapest plan on sale; null if there is none. */
export const proOffer = () =>
  queryOptions({
    queryKey: proKeys.offer,
    queryFn: ({ signal }) => get('/api/learnprosection/offer', { signal }),
    staleTime: 10 * 60_000,
  });

/** The member's purchases of Pro, newest first; refetched when a status changes by itself. */
export const bookedPro = () =>
  queryOptions({
    queryKey: proKeys.booked,
    queryFn: ({ signal }) => get('/api/learnprosection/booked/V1/pro', { signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data?.data),
  });

/** The member's Pro time, the active one first. */
export const proSubscriptions = () =>
  queryOptions({
    queryKey: proKeys.subscriptions,
    queryFn: ({ signal }) => get('/api/learnprosection/user/subscriptions/pro', { signal }),
    refetchInterval: ({ state }) => untilNextChange(state.data?.data.subscriptions),
  });
