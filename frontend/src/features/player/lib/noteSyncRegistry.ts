import { sendNote } from '../noteMutations';
import { NoteSync } from './noteSync';
import { PendingNotes } from './pendingNotes';
import { safeStorage } from './safeStorage';
import { syncRegistry } from './syncRegistry';

/** The one NoteSync of this user. */
export const noteSyncOf = syncRegistry(
  (queryClient, userId, environment) =>
    new NoteSync({
      ...environment,
      pending: new PendingNotes(safeStorage, userId),
      send: (update, onRefused) => sendNote(queryClient, userId, update, onRefused),
    }),
);
