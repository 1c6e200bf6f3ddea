import type { Note } from '../queries';
import type { NoteUpdate } from './pendingNotes';

export interface LocalNote extends Note {
  /** What the server has not confirmed; null if it has all of it. */
  pending: NoteUpdate | null;
}

/** The server's notes in a topic, merged with the changes it has not confirmed, in the order of their moments. */
export function withPendingNotes(
  notes: readonly Note[],
  updates: readonly NoteUpdate[],
  topicId: string,
): LocalNote[] {
  const local = new Map<string, LocalNote>(notes.map((note) => [note._id, { ...note, pending: null }]));
  for (const update of updates) {
    const known = local.get(update.noteId);
    const isOlder = known && Date.parse(update.updatedAt) < Date.parse(known.updatedAt);
    if (update.topicId !== topicId || isOlder) continue;
    const { noteId: _id, at, text, updatedAt } = update;
    if (update.isDeleted) local.delete(_id);
    else local.set(_id, { _id, at, text, updatedAt, pending: update });
  }
  return [...local.values()].sort((one, other) => one.at - other.at || (one._id < other._id ? -1 : 1));
}

/**
 * The time of a change, in ISO 8601. It is later than the version that it changes, also on a device whose
 * clock is slow: what the person saw must not beat what they made of it.
 */
export function timeOfChange(now: number, seen?: string): string {
  return new Date(Math.max(now, seen === undefined ? 0 : Date.parse(seen) + 1)).toISOString();
}
