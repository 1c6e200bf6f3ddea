import { useMemo, useState } from 'react';
import { useI18n } from '../../../shared/lib/i18n';
import { serverNow } from '../../../shared/lib/pageData';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { Button } from '../../../shared/ui/Button';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { focusOn } from '../lib/focusOn';
import { type LocalNote, timeOfChange } from '../lib/localNotes';
import { NEW_NOTE, type NoteDraft, NoteDrafts } from '../lib/noteDrafts';
import { newNoteId } from '../lib/noteId';
import { useNotes } from '../lib/useNotes';
import type { Topic } from '../queries';
import { AddNote } from './AddNote';
import { NoteItem } from './NoteItem';
import * as classes from './Notes.module.css';

interface Props {
  userId: string;
  topicId: string;
  kind: Topic['ContentType'];
  /** Where the video resumes, until it has loaded. */
  resumeAt: number;
  /** The topic is withheld: its notes can only be read. */
  isReadOnly: boolean;
}

/** The person's own notes in a topic. They are saved on this device first. */
export default function NotesPanel({ userId, topicId, kind, resumeAt, isReadOnly }: Props) {
  const i18n = useI18n();
  const { notes, query, sync } = useNotes(userId, topicId);
  const [deleted, setDeleted] = useState<LocalNote | null>(null);
  const [restoredId, setRestoredId] = useState<string | null>(null);
  const [hasChanged, setChanged] = useState(false);
  const drafts = useDrafts(userId, topicId, query.data && notes);
  const isVideo = kind === 'video';

  const write = (note: { _id: string; at: number; text: string; updatedAt?: string }, isDeleted = false) => {
    const { _id: noteId, at } = note;
    const text = isDeleted ? '' : note.text;
    const updatedAt = timeOfChange(serverNow(), note.updatedAt);
    sync.add({ topicId, noteId, at, text, isDeleted, updatedAt });
    setChanged(true);
    return updatedAt;
  };
  const add = (at: number, text: string) => {
    write({ _id: newNoteId(serverNow()), at, text });
    setDeleted(null);
  };
  const edit = (note: LocalNote, text: string, base: string) => {
    // Changed on another device meanwhile: both texts stay.
    if (note.text !== base && text !== note.text && text !== base) add(note.at, text);
    else if (text !== note.text && text !== base) write({ ...note, text });
    setDeleted(null);
  };
  const remove = (note: LocalNote) => setDeleted({ ...note, updatedAt: write(note, true) });
  const undo = (note: LocalNote) => {
    write(note);
    setRestoredId(note._id);
    setDeleted(null);
  };

  const isAllSaved = notes.every(({ pending }) => pending === null);
  return (
    <>
      {!isReadOnly && <AddNote isVideo={isVideo} resumeAt={resumeAt} onAdd={add} {...drafts.of(NEW_NOTE)} />}
      <div role="status" className={`row items-center gap-2 ink-2 text-s ${classes.message}`}>
        {deleted ? (
          <>
            <span>{i18n._('Note deleted')}</span>
            <Button key={deleted._id} ref={focusOn} variant="quiet" size="s" onClick={() => undo(deleted)}>
              {i18n._('Undo')}
            </Button>
          </>
        ) : (
          hasChanged && (
            <span className="visually-hidden">
              {isAllSaved ? i18n._('Saved') : i18n._('Saved on this device')}
            </span>
          )
        )}
      </div>
      {!query.data && (
        <QueryFallback query={query} what="notes">
          <Skeleton lines={2} />
        </QueryFallback>
      )}
      {notes.length > 0 && (
        <ol className="stack gap-2">
          {notes.map((note, index) => (
            <NoteItem
              key={note._id}
              note={note}
              number={index + 1}
              isVideo={isVideo}
              isReadOnly={isReadOnly}
              isRestored={note._id === restoredId}
              refusal={note.pending ? sync.refusalOf(note.pending) : undefined}
              {...drafts.of(note._id)}
              onEdit={(text, base) => edit(note, text, base)}
              onDelete={() => remove(note)}
            />
          ))}
        </ol>
      )}
    </>
  );
}

/** The drafts of an earlier visit, read once the notes are there, and what changes them. */
function useDrafts(userId: string, topicId: string, notes: readonly LocalNote[] | undefined) {
  const isReady = useIsHydrated() && notes !== undefined;
  const drafts = useMemo(() => new NoteDrafts(userId, topicId), [userId, topicId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only of the notes that were there first.
  const left = useMemo(() => {
    if (!isReady) return {};
    drafts.rescue(notes.map(({ _id }) => _id));
    return drafts.all();
  }, [isReady, drafts]);
  return {
    of: (noteId: string) => ({
      draft: left[noteId],
      onDraft: (draft: NoteDraft | null) => drafts.set(noteId, draft),
    }),
  };
}
