import { newNoteId } from './noteId';
import { safeStorage } from './safeStorage';

/** A question that is being written. It keeps its id, under which the server takes it once. */
export interface QuestionDraft {
  readonly _id: string;
  readonly text: string;
}

const nameOf = (person: string, topicId: string) => `question-draft:${person}:${topicId}`;

/** What the person was writing in this topic on this device, or else nothing yet. */
export function loadQuestionDraft(person: string, topicId: string, now: number): QuestionDraft {
  const nothing = { _id: newNoteId(now), text: '' };
  try {
    const found: unknown = JSON.parse(safeStorage.get(nameOf(person, topicId)) ?? 'null');
    return isDraft(found) ? found : nothing;
  } catch {
    return nothing;
  }
}

/** Keeps it until it is sent: the page may be left or reloaded before. */
export function storeQuestionDraft(person: string, topicId: string, draft: QuestionDraft): void {
  safeStorage.set(nameOf(person, topicId), draft.text.trim() ? JSON.stringify(draft) : null);
}

function isDraft(value: unknown): value is QuestionDraft {
  const { _id, text } = (value ?? {}) as Partial<QuestionDraft>;
  return typeof _id === 'string' && typeof text === 'string';
}
