import { queryOptions, useMutation } from '@tanstack/react-query';
import { type ApiResponse, post } from '../../shared/api/client';

export type Recording = ApiResponse<'/api/learning/recordings/{meeting_id}/open', 'post'>['data'];

/** Opening makes a new address, so nothing of it is kept for long. */
export const recordingQuery = (meetingId: string) =>
  queryOptions({
    queryKey: ['recording', meetingId],
    queryFn: () =>
      post('/api/learning/recordings/{meeting_id}/open', undefined, { path: { meeting_id: meetingId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const useSavePosition = (meetingId: string) =>
  useMutation({
    mutationFn: (position: number) =>
      post(
        '/api/learning/recordings/{meeting_id}/progress',
        { position },
        { path: { meeting_id: meetingId } },
      ),
  });
