import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, post } from '../../shared/api/client';
import { observersNotified } from '../../shared/lib/observersNotified';
import type { ProgressUpdate } from './lib/pendingProgress';
import type { ProgressSync } from './lib/progressSync';
import type { Outcome } from './lib/updateSync';
import { type Progress, playerKeys, type Topic, topicDetail } from './queries';

/** Updates the cached progress with the response, and invalidates whatever else shows it. */
function updateCachedProgress(queryClient: QueryClient, progress: Progress): void {
  queryClient.setQueriesData<{ progress: Progress }>(
    { queryKey: playerKeys.allProgress },
    (serverProgress) =>
      serverProgress?.progress.courseId === progress.courseId ? { progress } : serverProgress,
  );
  void queryClient.invalidateQueries({ predicate: showsProgress, refetchType: 'none' });
}

const showsProgress = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey.some((part) => part === 'booked' || part === 'course' || part === 'dashboard');

/** Reports that the player was opened; errors are ignored, the next report shows them. */
export async function startProgress(
  queryClient: QueryClient,
  requested: { userId: string; courseId: string },
): Promise<void> {
  await post('/api/course/progress/start', requested).then(
    ({ progress }) => updateCachedProgress(queryClient, progress),
    () => undefined,
  );
}

export async function sendProgressUpdate(
  queryClient: QueryClient,
  userId: string,
  update: ProgressUpdate,
): Promise<Outcome> {
  const { courseId, topicId, contentType, position, isCompleted, watchedRanges } = update;
  const report = {
    userId,
    courseId,
    topicId,
    watchedDuration: position,
    isCompleted,
    topicrestart: false,
    ContentType: contentType,
    watchedRanges: watchedRanges.map(([from, to]) => [from, to]),
  };
  try {
    const { progress } = await post('/api/course/progress/update', report, { keepalive: true });
    updateCachedProgress(queryClient, progress);
    return 'confirmed';
  } catch (error) {
    return outcomeOf(error);
  }
}

/** What became of an update that was not confirmed. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return 'retry';
  const { status, code } = error;
  if (status === 0) return 'unreachable';
  if (status === 401) return 'unauthenticated';
  const isPassing = status === 429 || status >= 500 || code === 'csrf';
  return isPassing ? 'retry' : 'rejected';
}

interface Restarted {
  userId: string;
  courseId: string;
  /** Without it the whole course is restarted. */
  topic?: Pick<Topic, '_id' | 'ContentType'> | undefined;
}

/** Restarts a topic or the whole course. It is sent directly and never queued. */
export function useRestart(sync: ProgressSync) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, courseId, topic }: Restarted) => {
      await sync.discard(courseId, topic?._id);
      const response = topic
        ? await post('/api/course/progress/update', {
            userId,
            courseId,
            topicId: topic._id,
            watchedDuration: 0,
            isCompleted: false,
            topicrestart: true,
            ContentType: topic.ContentType,
          })
        : await post('/api/course/progress/restart', { userId, courseId });
      return response.progress;
    },
    onSuccess: async (progress) => {
      updateCachedProgress(queryClient, progress);
      await observersNotified();
    },
  });
}

interface Answered {
  courseKey: string;
  topicId: string;
  answers: Record<string, string>;
}

/** Has a quiz marked. The topic then lists this attempt, or if staff changed the quiz, the new questions. */
export function useCheckAnswers() {
  const queryClient = useQueryClient();
  return useMutation({
    onSettled: (_data, _error, { courseKey, topicId }) => {
      void queryClient.invalidateQueries({ queryKey: topicDetail(courseKey, topicId).queryKey });
    },
    mutationFn: async ({ courseKey, topicId, answers }: Answered) =>
      (
        await post(
          '/api/course/users/{key}/topic/{topic_id}/answers',
          { answers },
          { path: { key: courseKey, topic_id: topicId } },
        )
      ).data,
  });
}
