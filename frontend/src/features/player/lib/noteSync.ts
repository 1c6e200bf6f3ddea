import type { NoteUpdate, PendingNotes } from './pendingNotes';
import { type Outcome, type SyncOptions, UpdateSync } from './updateSync';

type Options = Omit<SyncOptions<NoteUpdate, PendingNotes>, 'send'> & {
  /** Tells why the server refused the update, if it did. */
  send: (update: NoteUpdate, onRefused: (message: string) => void) => Promise<Outcome>;
};

/**
 * Sends notes to the server. A note that the server refuses stays on the device, with the reason, and is sent
 * again once it is edited, or at the next visit: access to a course may come back.
 */
export class NoteSync extends UpdateSync<NoteUpdate, PendingNotes> {
  /** Why updates were refused, by their JSON. */
  private readonly refusals: Map<string, string>;

  constructor({ send, ...options }: Options) {
    const refusals = new Map<string, string>();
    super({
      ...options,
      send: (update) => send(update, (message) => refusals.set(JSON.stringify(update), message)),
    });
    this.refusals = refusals;
  }

  refusalOf(update: NoteUpdate): string | undefined {
    return this.refusals.get(JSON.stringify(update));
  }

  protected override toSend(): NoteUpdate[] {
    return super.toSend().filter((update) => this.refusalOf(update) === undefined);
  }

  protected override onRejected(update: NoteUpdate): void {
    // The server had the note already, or cannot be asked to delete what it does not show.
    if (update.isDeleted) super.onRejected(update);
  }
}
