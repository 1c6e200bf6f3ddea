import { useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';

/** Takes a course that costs this person nothing; all that shows what they have is fetched again first. */
export function useEnrol(courseId: string) {
  const queryClient = useQueryClient();
  return useWrite(async () => {
    await post('/api/course/bookfreecourseV1', { id: courseId });
    await queryClient.invalidateQueries();
  });
}

/** Says what a learner thinks of a course; staff read it before anybody sees it, so nothing is stale. */
export const useWriteReview = (courseId: string) =>
  useWrite((review: { rating: number; text: string }) => post('/api/course/review', { courseId, ...review }));
