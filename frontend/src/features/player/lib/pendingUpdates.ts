import type { KeyValueStore } from './safeStorage';

interface Options<Update> {
  /** The name in the storage. */
  name: string;
  isSame: (one: Update, other: Update) => boolean;
  merge: (previous: Update, next: Update) => Update;
  /** Reads one stored value; null if it is no update: anybody who uses the browser can edit its storage. */
  parse: (value: unknown) => Update | null;
  /** How many are kept; the oldest are dropped. */
  max: number;
}

/**
 * A person's updates that the server has not confirmed, one for each item, oldest first.
 *
 * The storage is read each time, since another tab may have written to it.
 */
export class PendingUpdates<Update> {
  constructor(
    private readonly shelf: KeyValueStore,
    private readonly options: Options<Update>,
  ) {}

  all(): Update[] {
    try {
      const found: unknown = JSON.parse(this.shelf.get(this.options.name) ?? '[]');
      const updates = Array.isArray(found) ? found.map(this.options.parse) : [];
      return updates.filter((update) => update !== null);
    } catch {
      return [];
    }
  }

  add(update: Update): void {
    const { isSame, merge } = this.options;
    const updates = this.all();
    const previous = updates.find((stored) => isSame(stored, update));
    if (previous === undefined) this.save([...updates, update]);
    else this.save(updates.map((stored) => (stored === previous ? merge(previous, update) : stored)));
  }

  /**
   * Removes a confirmed update; if it was changed meanwhile it stays and is sent again, which is idempotent.
   */
  confirm(sent: Update): void {
    const text = JSON.stringify(sent);
    this.discardWhere((stored) => JSON.stringify(stored) === text);
  }

  discardWhere(isMatch: (stored: Update) => boolean): void {
    this.save(this.all().filter((stored) => !isMatch(stored)));
  }

  private save(updates: Update[]): void {
    const { name, max } = this.options;
    this.shelf.set(name, updates.length > 0 ? JSON.stringify(updates.slice(-max)) : null);
  }
}
