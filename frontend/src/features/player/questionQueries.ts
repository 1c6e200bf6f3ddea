import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiResponse, get, post } from '../../shared/api/client';
import { playerKeys } from './queries';

export type TopicQuestion = ApiResponse<'/api/course/questions/{topic_id}', 'get'>['data'][number];

/** The answered questions of a topic, and the person's own. */
export const topicQuestions = (topicId: string) =>
  queryOptions({
    queryKey: [...playerKeys.all, 'questions', topicId] as const,
    queryFn: ({ signal }) => get('/api/course/questions/{topic_id}', { path: { topic_id: topicId }, signal }),
  });

/** Asks a question; repeated with the same id, it is asked once. */
export function useAskQuestion(topicId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (question: { _id: string; text: string }) =>
      post('/api/course/questions/{topic_id}', question, { path: { topic_id: topicId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: topicQuestions(topicId).queryKey }),
  });
}
