import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const INTERVAL_MS = 5000;

/** False when the browser is offline, or when a request failed and the site cannot be reached. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    onlineManager.subscribe,
    () => onlineManager.isOnline(),
    () => true,
  );

let checking: Promise<boolean> | undefined;

/**
 * After a failed request: whether the site can be reached. If not, queries pause until it can be. Browsers do
 * not notice when only the connection behind the router is lost.
 */
export function checkConnection(): Promise<boolean> {
  checking ??= check().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function check(): Promise<boolean> {
  const isReachable = await fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  onlineManager.setOnline(isReachable);
  if (!isReachable) setTimeout(() => onlineManager.isOnline() || checkConnection(), INTERVAL_MS);
  return isReachable;
}
