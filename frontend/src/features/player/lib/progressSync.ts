import type { PendingProgress, ProgressUpdate } from './pendingProgress';

/**
 * The result of sending an update: confirmed; rejected for good; to be retried; network unreachable; or
 * waiting until the person has logged in again.
 */
export type Outcome = 'confirmed' | 'rejected' | 'retry' | 'unreachable' | 'unauthenticated';

interface Options {
  pending: PendingProgress;
  send: (update: ProgressUpdate) => Promise<Outcome>;
  isOnline: () => boolean;
  /** Calls `act` after a delay; returns a function that cancels it. */
  schedule: (ms: number, act: () => void) => () => void;
}

interface State {
  /** Updates that the server has not confirmed. */
  updates: readonly ProgressUpdate[];
  /** The last attempt did not reach the server. */
  isUnreachable: boolean;
}

const BACKOFF_MS = [5_000, 15_000, 60_000];

/** Sends updates to the server one after the other, and retries with backoff. */
export class ProgressSync {
  private readonly listeners = new Set<() => void>();
  /** Requests in flight, by their JSON. */
  private readonly inFlight = new Map<string, Promise<Outcome>>();
  private isSending = false;
  private isSendRequested = false;
  private failures = 0;
  private cancelRetry: () => void = () => undefined;
  private state: State;

  constructor(private readonly options: Options) {
    this.state = { updates: options.pending.all(), isUnreachable: !options.isOnline() };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): State => this.state;

  add(update: ProgressUpdate): void {
    this.options.pending.add(update);
    this.notify();
    void this.sendPending();
  }

  /** Sends what is pending: after an update, or when the browser is online again. */
  async sendPending(): Promise<void> {
    this.isSendRequested = true;
    if (this.isSending) return;
    this.isSending = true;
    this.cancelRetry();
    while (this.isSendRequested) {
      this.isSendRequested = false;
      await this.sendQueue();
    }
    this.isSending = false;
  }

  /** The page is being closed: sends everything in parallel without waiting for responses. */
  sendAllNow(): void {
    if (!this.options.isOnline()) return;
    for (const update of this.options.pending.all()) void this.sendUpdate(update);
  }

  /** Drops the updates of a topic or course that is restarted, and waits for requests in flight. */
  async discard(courseId: string, topicId?: string): Promise<void> {
    this.options.pending.discard(courseId, topicId);
    this.notify();
    await Promise.allSettled(this.inFlight.values());
  }

  /** An online or offline event. */
  onNetworkChange(): void {
    this.notify(!this.options.isOnline());
    if (this.options.isOnline()) void this.sendPending();
  }

  private async sendQueue(): Promise<void> {
    for (;;) {
      const [update] = this.options.pending.all();
      if (!update) return;
      const outcome = this.options.isOnline() ? await this.sendUpdate(update) : 'unreachable';
      if (outcome === 'unauthenticated') return;
      if (outcome === 'retry' || outcome === 'unreachable')
        return this.scheduleRetry(outcome === 'unreachable');
    }
  }

  private async sendUpdate(update: ProgressUpdate): Promise<Outcome> {
    const text = JSON.stringify(update);
    const request = this.inFlight.get(text) ?? this.options.send(update);
    this.inFlight.set(text, request);
    const outcome = await request;
    this.inFlight.delete(text);
    if (outcome === 'confirmed' || outcome === 'rejected') {
      this.failures = 0;
      this.options.pending.confirm(update);
      // The browser may have gone offline since.
      this.notify(!this.options.isOnline());
    }
    return outcome;
  }

  private scheduleRetry(isUnreachable: boolean): void {
    this.isSendRequested = false;
    this.notify(isUnreachable);
    const pause = BACKOFF_MS[Math.min(this.failures, BACKOFF_MS.length - 1)] as number;
    this.failures += 1;
    this.cancelRetry = this.options.schedule(pause, () => void this.sendPending());
  }

  private notify(isUnreachable = this.state.isUnreachable): void {
    this.state = { updates: this.options.pending.all(), isUnreachable };
    for (const listener of this.listeners) listener();
  }
}
