import { sendProgressUpdate } from '../mutations';
import { PendingProgress } from './pendingProgress';
import { ProgressSync } from './progressSync';
import { safeStorage } from './safeStorage';
import { syncRegistry } from './syncRegistry';

/** The one ProgressSync of this user. */
export const progressSyncOf = syncRegistry(
  (queryClient, userId, environment) =>
    new ProgressSync({
      ...environment,
      pending: new PendingProgress(safeStorage, userId),
      send: (update) => sendProgressUpdate(queryClient, userId, update),
    }),
);
