import { useEffect, useRef, useState } from 'react';
import type { Topic } from '../queries';
import { useLeaving } from './useLeaving';
import { type News, Watching } from './watching';

interface Options {
  topic: Topic;
  isCompleted: boolean;
  onNews: ((news: News) => void) | undefined;
}

/** Follows one film from when it is shown until it goes. */
export function useWatching({ topic, isCompleted, onNews }: Options): Watching {
  const hear = useRef(onNews);
  useEffect(() => {
    hear.current = onNews;
  });
  const [watching] = useState(
    () =>
      new Watching({
        length: topic.duration,
        isCompleted,
        now: () => performance.now(),
        tell: (news) => hear.current?.(news),
      }),
  );
  useLeaving(() => watching.flush());
  useEffect(() => () => watching.flush(), [watching]);
  return watching;
}
