import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { topicNotes } from '../queries';
import { withPendingNotes } from './localNotes';
import { noteSyncOf } from './noteSyncRegistry';
import { NOTHING_PENDING } from './updateSync';
import { usePageHide } from './usePageHide';

/** A person's notes in a topic, merged with what is on this device only, and the sync that sends that. */
export function useNotes(userId: string, topicId: string) {
  const queryClient = useQueryClient();
  const query = useQuery(topicNotes(topicId));
  const sync = noteSyncOf(queryClient, userId);
  const { updates } = useSyncExternalStore(sync.subscribe, sync.current, () => NOTHING_PENDING);
  const saved = query.data?.data;
  const notes = useMemo(() => withPendingNotes(saved ?? [], updates, topicId), [saved, updates, topicId]);
  usePageHide(() => sync.sendAllNow());
  // Fresh notes after a login in the middle of the page: what was waiting for it can be sent.
  useEffect(() => {
    if (query.dataUpdatedAt) void sync.sendPending();
  }, [sync, query.dataUpdatedAt]);
  return { notes, query, sync };
}
