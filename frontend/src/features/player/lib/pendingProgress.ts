import type { KeyValueStore } from './safeStorage';
import { reportableRanges, type WatchedRange } from './watchedRanges';

/** A progress update for one topic. Updates can be merged in any order without loss. */
export interface ProgressUpdate {
  readonly courseId: string;
  readonly topicId: string;
  readonly contentType: 'video' | 'article' | 'pdf' | 'quiz';
  /** The furthest position, in seconds. */
  readonly position: number;
  readonly isCompleted: boolean;
  readonly watchedRanges: readonly WatchedRange[];
}

/** More topics than anybody opens offline. */
const MAX = 100;

export function mergeUpdates(previous: ProgressUpdate, next: ProgressUpdate): ProgressUpdate {
  return {
    ...next,
    position: Math.max(previous.position, next.position),
    isCompleted: previous.isCompleted || next.isCompleted,
    watchedRanges: reportableRanges([...previous.watchedRanges, ...next.watchedRanges]),
  };
}

/**
 * A person's updates that the server has not confirmed, one for each topic, oldest first.
 *
 * The storage is read each time, since another tab may have written to it.
 */
export class PendingProgress {
  private readonly name: string;

  constructor(
    private readonly shelf: KeyValueStore,
    person: string,
  ) {
    this.name = `progress:${person}`;
  }

  all(): ProgressUpdate[] {
    return parseUpdates(this.shelf.get(this.name));
  }

  add(update: ProgressUpdate): void {
    const updates = this.all();
    const previous = updates.find((stored) => isSame(stored, update));
    if (previous)
      this.save(updates.map((stored) => (stored === previous ? mergeUpdates(previous, update) : stored)));
    else this.save([...updates, { ...update, watchedRanges: reportableRanges(update.watchedRanges) }]);
  }

  /**
   * Removes a confirmed update; if it was changed meanwhile it stays and is sent again, which is idempotent.
   */
  confirm(sent: ProgressUpdate): void {
    const text = JSON.stringify(sent);
    this.save(this.all().filter((stored) => JSON.stringify(stored) !== text));
  }

  /** Removes a topic, or the whole course. */
  discard(courseId: string, topicId?: string): void {
    const isMatch = (stored: ProgressUpdate) =>
      stored.courseId === courseId && (topicId ?? stored.topicId) === stored.topicId;
    this.save(this.all().filter((stored) => !isMatch(stored)));
  }

  private save(updates: ProgressUpdate[]): void {
    this.shelf.set(this.name, updates.length > 0 ? JSON.stringify(updates.slice(-MAX)) : null);
  }
}

const isSame = (one: ProgressUpdate, other: ProgressUpdate) =>
  one.courseId === other.courseId && one.topicId === other.topicId;

function parseUpdates(text: string | null): ProgressUpdate[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.map(withCurrentKeys).filter(isProgressUpdate) : [];
  } catch {
    return [];
  }
}

/** Updates stored by earlier releases have their ranges under `stretches`. */
function withCurrentKeys(value: unknown): unknown {
  const { stretches, ...rest } = (value ?? {}) as { stretches?: unknown };
  return stretches === undefined ? value : { watchedRanges: stretches, ...rest };
}

/** Validates what was read: storage can be edited by anybody who uses the browser. */
function isProgressUpdate(value: unknown): value is ProgressUpdate {
  const { courseId, topicId, position, isCompleted, watchedRanges } = (value ??
    {}) as Partial<ProgressUpdate>;
  return (
    typeof courseId === 'string' &&
    typeof topicId === 'string' &&
    Number.isFinite(position) &&
    typeof isCompleted === 'boolean' &&
    Array.isArray(watchedRanges) &&
    watchedRanges.every(isWatchedRange)
  );
}

const isWatchedRange = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && value.every((second) => Number.isFinite(second));
