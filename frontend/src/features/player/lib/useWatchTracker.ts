import { useEffect, useRef, useState } from 'react';
import type { Topic } from '../queries';
import { usePageHide } from './usePageHide';
import { type WatchReport, WatchTracker } from './watchTracker';

interface Options {
  topic: Topic;
  isCompleted: boolean;
  onReport: ((watchReport: WatchReport) => void) | undefined;
}

/** Tracks a video from mount to unmount. */
export function useWatchTracker({ topic, isCompleted, onReport }: Options): WatchTracker {
  const latest = useRef(onReport);
  useEffect(() => {
    latest.current = onReport;
  });
  const [watching] = useState(
    () =>
      new WatchTracker({
        length: topic.duration,
        isCompleted,
        now: () => performance.now(),
        onReport: (watchReport) => latest.current?.(watchReport),
      }),
  );
  usePageHide(() => watching.flush());
  useEffect(() => () => watching.flush(), [watching]);
  return watching;
}
