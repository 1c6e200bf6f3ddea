import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';

export type SupportRequest = ApiResponse<'/api/support/requests/{number}', 'get'>['data'];
export type SupportRequestCard = ApiResponse<'/api/support/requests', 'get'>['data'][number];
export type Reply = SupportRequest['replies'][number];

/** What the member wrote to us, the newest first. */
export const supportRequests = () =>
  queryOptions({
    queryKey: ['support', 'requests'] as const,
    queryFn: ({ signal }) => get('/api/support/requests', { signal }),
  });

/** One of the member's requests, with all replies. */
export const supportRequest = (number: string) =>
  queryOptions({
    queryKey: ['support', 'request', number] as const,
    queryFn: ({ signal }) => get('/api/support/requests/{number}', { path: { number }, signal }),
  });

/** The request that the link from an email leads to. */
export const linkedRequest = (key: string) =>
  queryOptions({
    queryKey: ['support', 'linked', key] as const,
    queryFn: ({ signal }) => get('/api/support/linked-request', { query: { key }, signal }),
  });
