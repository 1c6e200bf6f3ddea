import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError, post } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';
import type { Courier, Outcome } from './lib/courier';
import type { Fact } from './lib/outbox';
import { learningKeys, type Progress, type Topic } from './queries';

/** Keep what the server answered, and let the lists that show progress ask anew when they are opened. */
function keep(queryClient: QueryClient, progress: Progress): void {
  queryClient.setQueriesData<{ progress: Progress }>({ queryKey: learningKeys.everyProgress }, (known) =>
    known?.progress.courseId === progress.courseId ? { progress } : known,
  );
  void queryClient.invalidateQueries({ predicate: showsProgress, refetchType: 'none' });
}

const showsProgress = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey.some((part) => part === 'booked' || part === 'dashboard');

/** Tell the server that the player is open; a failure is told by what follows. */
export async function startProgress(
  queryClient: QueryClient,
  asked: { userId: string; courseId: string },
): Promise<void> {
  await post('/api/course/progress/start', asked).then(
    ({ progress }) => keep(queryClient, progress),
    () => undefined,
  );
}

export async function sendFact(queryClient: QueryClient, userId: string, fact: Fact): Promise<Outcome> {
  const { courseId, topicId, contentType, position, isCompleted, stretches } = fact;
  const report = {
    userId,
    courseId,
    topicId,
    watchedDuration: position,
    isCompleted,
    topicrestart: false,
    ContentType: contentType,
    watchedRanges: stretches.map(([from, to]) => [from, to]),
  };
  try {
    const { progress } = await post('/api/course/progress/update', report, { keepalive: true });
    keep(queryClient, progress);
    return 'arrived';
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return 'later';
  const { status, code } = error;
  if (status === 0) return 'unreachable';
  if (status === 401) return 'waits';
  const isPassing = status === 429 || status >= 500 || code === 'csrf';
  return isPassing ? 'later' : 'refused';
}

interface Restarted {
  userId: string;
  courseId: string;
  /** Without one the whole course begins anew. */
  topic?: Pick<Topic, '_id' | 'ContentType'> | undefined;
}

/** Sets a topic or the whole course back, on the spot or not at all: it is never kept for later. */
export function useRestart(courier: Courier) {
  const queryClient = useQueryClient();
  return useWrite(async ({ userId, courseId, topic }: Restarted) => {
    await courier.forget(courseId, topic?._id);
    const { progress } = topic
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
    keep(queryClient, progress);
  });
}

interface Answered {
  courseKey: string;
  topicId: string;
  answers: Record<string, string>;
}

/** Has a quiz marked; the marks are shown and kept nowhere. */
export const useCheckAnswers = () =>
  useWrite(
    async ({ courseKey, topicId, answers }: Answered) =>
      (
        await post(
          '/api/course/users/{key}/topic/{topic_id}/answers',
          { answers },
          { path: { key: courseKey, topic_id: topicId } },
        )
      ).data,
  );
