import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { observersNotified } from '../../shared/lib/observersNotified';

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

/** Submits a review; staff read it before it is published, so nothing is invalidated. */
export const useWriteReview = (courseId: string) =>
  useMutation({
    mutationFn: (review: { rating: number; text: string }) =>
      post('/api/course/review', { courseId, ...review }),
  });
