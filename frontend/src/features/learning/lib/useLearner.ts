import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { startProgress } from '../mutations';
import type { Progress } from '../queries';
import type { Courier } from './courier';
import { courierOf } from './couriers';
import { withFacts } from './known';
import { useLeaving } from './useLeaving';

/** Courses that were told to be open, by person: once each, as long as the page lives. */
const started = new Set<string>();

export interface Learner {
  userId: string;
  courier: Courier;
  /** As far as this browser knows; null for who may only see free previews. */
  progress: Progress | null;
  isOffline: boolean;
}

/** Somebody who learns from a course: their progress, and who brings it to the server. */
export function useLearner(userId: string, known: Progress | null): Learner {
  const queryClient = useQueryClient();
  const courier = courierOf(queryClient, userId);
  const { facts, isCutOff } = useSyncExternalStore(courier.subscribe, courier.current);
  const progress = useMemo(() => known && withFacts(known, facts), [known, facts]);
  useLeaving(() => courier.leave());

  const begins = known?.lastTopicId === null ? known.courseId : null;
  useEffect(() => {
    const visit = `${userId} ${begins}`;
    if (begins === null || started.has(visit)) return;
    started.add(visit);
    void startProgress(queryClient, { userId, courseId: begins });
  }, [queryClient, userId, begins]);
  return { userId, courier, progress, isOffline: isCutOff };
}
