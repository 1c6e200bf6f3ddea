import type { KeyValueStore } from './safeStorage';
import { safeStorage } from './safeStorage';

/** The draft of a note that is not there yet. */
export const NEW_NOTE = 'new';

/** What somebody is writing. */
export interface NoteDraft {
  /** Seconds. */
  readonly at: number;
  readonly text: string;
  /** The note's text when its change was begun; empty for a new note. */
  readonly base: string;
}

/**
 * A person's drafts in a topic, by note: kept on this device until they are saved or given up, so that they
 * survive a reload, a closed tab and a logout. The storage is read each time: another tab may have written.
 */
export class NoteDrafts {
  private readonly name: string;

  constructor(
    person: string,
    topicId: string,
    private readonly shelf: KeyValueStore = safeStorage,
  ) {
    this.name = `note-drafts:${person}:${topicId}`;
  }

  all(): Record<string, NoteDraft> {
    try {
      const found: unknown = JSON.parse(this.shelf.get(this.name) ?? '{}');
      const entries = Object.entries(found ?? {}).filter((entry): entry is [string, NoteDraft] =>
        isDraft(entry[1]),
      );
      return Object.fromEntries(entries);
    } catch {
      return {};
    }
  }

  /** Without a text there is no draft. */
  set(noteId: string, draft: NoteDraft | null): void {
    const { [noteId]: _, ...others } = this.all();
    const drafts = draft?.text.trim() ? { ...others, [noteId]: draft } : others;
    this.shelf.set(this.name, Object.keys(drafts).length > 0 ? JSON.stringify(drafts) : null);
  }

  /** Makes the draft of a note that was deleted on another device the draft of a new one, if there is none. */
  rescue(noteIds: readonly string[]): void {
    const drafts = this.all();
    const strayId = Object.keys(drafts).find((noteId) => noteId !== NEW_NOTE && !noteIds.includes(noteId));
    const stray = strayId && drafts[strayId];
    if (!stray || drafts[NEW_NOTE]) return;
    this.set(strayId, null);
    this.set(NEW_NOTE, { ...stray, base: '' });
  }
}

function isDraft(value: unknown): value is NoteDraft {
  const { at, text, base } = (value ?? {}) as Partial<NoteDraft>;
  return Number.isFinite(at) && typeof text === 'string' && typeof base === 'string';
}
