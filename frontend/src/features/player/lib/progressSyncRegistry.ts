import type { QueryClient } from '@tanstack/react-query';
import { sendProgressUpdate } from '../mutations';
import { PendingProgress } from './pendingProgress';
import { ProgressSync } from './progressSync';
import { safeStorage } from './safeStorage';

const registry = new WeakMap<QueryClient, Map<string, ProgressSync>>();

/** The one ProgressSync of this user; created on first use, when it sends what the last visit left. */
export function progressSyncOf(queryClient: QueryClient, userId: string): ProgressSync {
  const serverProgress = registry.get(queryClient) ?? new Map<string, ProgressSync>();
  registry.set(queryClient, serverProgress);
  const sync = serverProgress.get(userId) ?? createSync(queryClient, userId);
  serverProgress.set(userId, sync);
  return sync;
}

function createSync(queryClient: QueryClient, userId: string): ProgressSync {
  const sync = new ProgressSync({
    pending: new PendingProgress(safeStorage, userId),
    send: (update) => sendProgressUpdate(queryClient, userId, update),
    isOnline: () => typeof window === 'undefined' || navigator.onLine,
    schedule: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });
  if (typeof window !== 'undefined') {
    for (const type of ['online', 'offline']) window.addEventListener(type, () => sync.onNetworkChange());
    void sync.sendPending();
  }
  return sync;
}
