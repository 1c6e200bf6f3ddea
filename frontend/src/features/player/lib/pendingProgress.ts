import { PendingUpdates } from './pendingUpdates';
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

/** A person's progress updates that the server has not confirmed, one for each topic. */
export class PendingProgress extends PendingUpdates<ProgressUpdate> {
  constructor(shelf: KeyValueStore, person: string) {
    super(shelf, { name: `progress:${person}`, isSame, merge: mergeUpdates, parse: parseUpdate, max: MAX });
  }

  override add(update: ProgressUpdate): void {
    super.add({ ...update, watchedRanges: reportableRanges(update.watchedRanges) });
  }

  /** Removes a topic, or the whole course. */
  discard(courseId: string, topicId?: string): void {
    this.discardWhere(
      (stored) => stored.courseId === courseId && (topicId ?? stored.topicId) === stored.topicId,
    );
  }
}

const isSame = (one: ProgressUpdate, other: ProgressUpdate) =>
  one.courseId === other.courseId && one.topicId === other.topicId;

function parseUpdate(value: unknown): ProgressUpdate | null {
  const update = withCurrentKeys(value);
  return isProgressUpdate(update) ? update : null;
}

/** Updates stored by earlier releases have their ranges under `stretches`. */
function withCurrentKeys(value: unknown): unknown {
  const { stretches, ...rest } = (value ?? {}) as { stretches?: unknown };
  return stretches === undefined ? value : { watchedRanges: stretches, ...rest };
}

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
