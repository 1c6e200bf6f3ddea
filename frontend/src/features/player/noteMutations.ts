import type { QueryClient } from '@tanstack/react-query';
import { ApiError, post, remove } from '../../shared/api/client';
import { observersNotified } from '../../shared/lib/observersNotified';
import type { NoteUpdate } from './lib/pendingNotes';
import type { Outcome } from './lib/updateSync';
import { outcomeOf } from './mutations';
import { type Note, topicNotes } from './queries';

/** Sends a note that was written, edited or deleted, and updates the cached notes with the response. */
export async function sendNote(
  queryClient: QueryClient,
  userId: string,
  update: NoteUpdate,
  onRefused: (message: string) => void,
): Promise<Outcome> {
  try {
    const { data } = await request(userId, update);
    await updateCachedNotes(queryClient, update, data);
    return 'confirmed';
  } catch (error) {
    const outcome = outcomeOfNote(error);
    if (outcome === 'rejected' && error instanceof ApiError) onRefused(error.message);
    return outcome;
  }
}

function request(userId: string, { topicId, noteId, at, text, isDeleted, updatedAt }: NoteUpdate) {
  if (isDeleted) {
    return remove('/api/course/notes/{topic_id}/{note_id}', {
      path: { topic_id: topicId, note_id: noteId },
      query: { updatedAt, userId },
      keepalive: true,
    });
  }
  // Also for an edit: whether the note itself has arrived is not known here, and POST takes both.
  const note = { _id: noteId, at, text, updatedAt, userId };
  return post('/api/course/notes/{topic_id}', note, { path: { topic_id: topicId }, keepalive: true });
}

function outcomeOfNote(error: unknown): Outcome {
  const code = error instanceof ApiError ? error.code : undefined;
  // Somebody else has logged in in this browser: it waits for the person who wrote it.
  if (code === 'not_yours') return 'unauthenticated';
  // It was deleted before it arrived.
  return code === 'note_unknown' ? 'confirmed' : outcomeOf(error);
}

async function updateCachedNotes(
  queryClient: QueryClient,
  { topicId, noteId }: NoteUpdate,
  saved: Note | null,
): Promise<void> {
  const { queryKey } = topicNotes(topicId);
  const isFetching = queryClient.isFetching({ queryKey }) > 0;
  // A response that was requested before this change does not have it.
  if (isFetching) await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (cached) => {
    if (!cached) return cached;
    const others = cached.data.filter(({ _id }) => _id !== noteId);
    const data = saved ? [...others, saved] : others;
    return { data, totalCount: data.length };
  });
  if (isFetching) void queryClient.invalidateQueries({ queryKey });
  // The update is forgotten next; until the list has the note, it must not be.
  await observersNotified();
}
