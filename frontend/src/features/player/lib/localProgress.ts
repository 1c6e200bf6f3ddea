import type { Progress } from '../queries';
import type { ProgressUpdate } from './pendingProgress';

/** The server's progress, merged with the updates it has not confirmed yet. */
export function withPendingUpdates(progress: Progress, updates: readonly ProgressUpdate[]): Progress {
  const watchReport = new Map(
    updates
      .filter(({ courseId }) => courseId === progress.courseId)
      .map((update) => [update.topicId, update]),
  );
  if (watchReport.size === 0) return progress;
  const topics = progress.topics.map((row) => {
    const update = watchReport.get(row.topicId);
    return update
      ? {
          ...row,
          watchedDuration: Math.max(row.watchedDuration, update.position),
          isCompleted: row.isCompleted || update.isCompleted,
        }
      : row;
  });
  return { ...progress, topics };
}
