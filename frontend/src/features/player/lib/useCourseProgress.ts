import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { startProgress } from '../mutations';
import type { Progress } from '../queries';
import { withPendingUpdates } from './localProgress';
import type { ProgressSync } from './progressSync';
import { progressSyncOf } from './progressSyncRegistry';
import { NOTHING_PENDING } from './updateSync';
import { usePageHide } from './usePageHide';

/** Courses that were reported as started, by user: once for each page load. */
const started = new Set<string>();

export interface CourseProgressState {
  userId: string;
  sync: ProgressSync;
  /** Merged with local updates; null without access to the course. */
  progress: Progress | null;
  isOffline: boolean;
}

/** The progress of a course, and the sync that reports it. */
export function useCourseProgress(userId: string, serverProgress: Progress | null): CourseProgressState {
  const queryClient = useQueryClient();
  const sync = progressSyncOf(queryClient, userId);
  const { updates, isUnreachable } = useSyncExternalStore(
    sync.subscribe,
    sync.current,
    () => NOTHING_PENDING,
  );
  const progress = useMemo(
    () => serverProgress && withPendingUpdates(serverProgress, updates),
    [serverProgress, updates],
  );
  usePageHide(() => sync.sendAllNow());

  const courseToStart = serverProgress?.lastTopicId === null ? serverProgress.courseId : null;
  useEffect(() => {
    const visit = `${userId} ${courseToStart}`;
    if (courseToStart === null || started.has(visit)) return;
    started.add(visit);
    void startProgress(queryClient, { userId, courseId: courseToStart });
  }, [queryClient, userId, courseToStart]);
  return { userId, sync, progress, isOffline: isUnreachable };
}
