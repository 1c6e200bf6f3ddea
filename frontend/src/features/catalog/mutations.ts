import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { observersNotified } from '../../shared/lib/observersNotified';
import { catalogKeys } from './queries';

/**
 * Enrols in a course that is free for this person; refetches everything that shows access before it resolves.
 */
export function useEnrol(courseId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => post('/api/course/bookfreecourseV1', { id: courseId }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      await observersNotified();
    },
  });
}

/** Submits a review. An earlier one is no longer published, so the course and its rating have changed. */
export function useWriteReview(courseId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (review: { rating: number; text: string }) =>
      post('/api/course/review', { courseId, ...review }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: catalogKeys.course(courseId) });
    },
  });
}
