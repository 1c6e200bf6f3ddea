import type { QueryClient } from '@tanstack/react-query';
import type { SyncOptions, UpdateSync } from './updateSync';

type Environment = Pick<SyncOptions<never>, 'isOnline' | 'schedule'>;
type Create<Sync> = (queryClient: QueryClient, userId: string, environment: Environment) => Sync;

/**
 * Returns a function that gives the one sync of a user; it is created on first use, when it sends what the
 * last visit left.
 */
export function syncRegistry<Sync extends Pick<UpdateSync<never>, 'onNetworkChange' | 'sendPending'>>(
  create: Create<Sync>,
) {
  const registry = new WeakMap<QueryClient, Map<string, Sync>>();
  return (queryClient: QueryClient, userId: string): Sync => {
    const syncs = registry.get(queryClient) ?? new Map<string, Sync>();
    registry.set(queryClient, syncs);
    const sync = syncs.get(userId) ?? started(create(queryClient, userId, browser));
    syncs.set(userId, sync);
    return sync;
  };
}

const browser: Environment = {
  isOnline: () => typeof window === 'undefined' || navigator.onLine,
  schedule: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

function started<Sync extends Pick<UpdateSync<never>, 'onNetworkChange' | 'sendPending'>>(sync: Sync): Sync {
  if (typeof window !== 'undefined') {
    for (const type of ['online', 'offline']) window.addEventListener(type, () => sync.onNetworkChange());
    void sync.sendPending();
  }
  return sync;
}
