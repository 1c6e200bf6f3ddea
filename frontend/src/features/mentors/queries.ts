import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';

export type MentorDetail = ApiResponse<'/api/mentor/{key}', 'get'>['data'];

export const mentorDetail = (key: string) =>
  queryOptions({
    queryKey: ['mentors', key] as const,
    queryFn: ({ signal }) => get('/api/mentor/{key}', { path: { key }, signal }),
  });
