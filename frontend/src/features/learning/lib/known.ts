import type { Progress } from '../queries';
import type { Fact } from './outbox';

/** What the server says of somebody's progress, with what it does not know yet laid over it. */
export function withFacts(progress: Progress, facts: readonly Fact[]): Progress {
  const news = new Map(
    facts.filter(({ courseId }) => courseId === progress.courseId).map((fact) => [fact.topicId, fact]),
  );
  if (news.size === 0) return progress;
  const topics = progress.topics.map((row) => {
    const fact = news.get(row.topicId);
    return fact
      ? {
          ...row,
          watchedDuration: Math.max(row.watchedDuration, fact.position),
          isCompleted: row.isCompleted || fact.isCompleted,
        }
      : row;
  });
  return { ...progress, topics };
}
