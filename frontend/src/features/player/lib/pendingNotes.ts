import { PendingUpdates } from './pendingUpdates';
import type { KeyValueStore } from './safeStorage';

/** A note as it was last written or deleted on this device. Of two updates of one note the later wins. */
export interface NoteUpdate {
  readonly topicId: string;
  readonly noteId: string;
  /** Seconds. */
  readonly at: number;
  /** Empty if it was deleted. */
  readonly text: string;
  readonly isDeleted: boolean;
  /** ISO 8601, with milliseconds. */
  readonly updatedAt: string;
}

export function mergeNotes(previous: NoteUpdate, next: NoteUpdate): NoteUpdate {
  return Date.parse(next.updatedAt) >= Date.parse(previous.updatedAt) ? next : previous;
}

/**
 * A person's changes of notes that the server has not confirmed. However many there are, none is dropped:
 * they are nowhere else.
 */
export class PendingNotes extends PendingUpdates<NoteUpdate> {
  constructor(shelf: KeyValueStore, person: string) {
    super(shelf, {
      name: `notes:${person}`,
      isSame,
      merge: mergeNotes,
      parse: (value) => (isNoteUpdate(value) ? value : null),
      max: Number.POSITIVE_INFINITY,
    });
  }
}

const isSame = (one: NoteUpdate, other: NoteUpdate) =>
  one.topicId === other.topicId && one.noteId === other.noteId;

function isNoteUpdate(value: unknown): value is NoteUpdate {
  const { topicId, noteId, at, text, isDeleted, updatedAt } = (value ?? {}) as Partial<NoteUpdate>;
  return (
    typeof topicId === 'string' &&
    typeof noteId === 'string' &&
    Number.isFinite(at) &&
    typeof text === 'string' &&
    typeof isDeleted === 'boolean' &&
    typeof updatedAt === 'string' &&
    Number.isFinite(Date.parse(updatedAt))
  );
}
