import type { PendingProgress, ProgressUpdate } from './pendingProgress';
import { UpdateSync } from './updateSync';

/** Sends progress to the server. */
export class ProgressSync extends UpdateSync<ProgressUpdate, PendingProgress> {
  /** Drops the updates of a topic or course that is restarted, and waits for requests in flight. */
  async discard(courseId: string, topicId?: string): Promise<void> {
    this.options.pending.discard(courseId, topicId);
    this.notify();
    await this.settled();
  }
}
