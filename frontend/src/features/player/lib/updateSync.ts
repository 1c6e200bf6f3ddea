import type { PendingUpdates } from './pendingUpdates';

/**
 * The result of sending an update: confirmed; rejected for good; to be retried; network unreachable; or
 * waiting until the person has logged in again.
 */
export type Outcome = 'confirmed' | 'rejected' | 'retry' | 'unreachable' | 'unauthenticated';

export interface SyncOptions<Update, Pending = PendingUpdates<Update>> {
  pending: Pending;
  send: (update: Update) => Promise<Outcome>;
  isOnline: () => boolean;
  /** Calls `act` after a delay; returns a function that cancels it. */
  schedule: (ms: number, act: () => void) => () => void;
}

export interface SyncState<Update> {
  /** Updates that the server has not confirmed. */
  updates: readonly Update[];
  /** The last attempt did not reach the server. */
  isUnreachable: boolean;
}

/** On the server and during hydration: what this browser has not sent yet is known later. */
export const NOTHING_PENDING: SyncState<never> = { updates: [], isUnreachable: false };

const BACKOFF_MS = [5_000, 15_000, 60_000];

/** Sends updates to the server one after the other, and retries with backoff. */
export class UpdateSync<Update, Pending extends PendingUpdates<Update> = PendingUpdates<Update>> {
  private readonly listeners = new Set<() => void>();
  /** Requests in flight, by their JSON. */
  private readonly inFlight = new Map<string, Promise<Outcome>>();
  private isSending = false;
  private isSendRequested = false;
  private failures = 0;
  private cancelRetry: () => void = () => undefined;
  private state: SyncState<Update>;

  constructor(protected readonly options: SyncOptions<Update, Pending>) {
    this.state = { updates: options.pending.all(), isUnreachable: !options.isOnline() };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): SyncState<Update> => this.state;

  add(update: Update): void {
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
    for (const update of this.toSend()) void this.sendUpdate(update);
  }

  /** An online or offline event. */
  onNetworkChange(): void {
    this.notify(!this.options.isOnline());
    if (this.options.isOnline()) void this.sendPending();
  }

  /** What is to be sent, oldest first. */
  protected toSend(): Update[] {
    return this.options.pending.all();
  }

  /** The server will never accept this update. */
  protected onRejected(update: Update): void {
    this.options.pending.confirm(update);
  }

  protected notify(isUnreachable = this.state.isUnreachable): void {
    this.state = { updates: this.options.pending.all(), isUnreachable };
    for (const listener of this.listeners) listener();
  }

  /** Waits for the requests in flight. */
  protected async settled(): Promise<void> {
    await Promise.allSettled(this.inFlight.values());
  }

  private async sendQueue(): Promise<void> {
    for (;;) {
      const [update] = this.toSend();
      if (update === undefined) return;
      const outcome = this.options.isOnline() ? await this.sendUpdate(update) : 'unreachable';
      if (outcome === 'unauthenticated') return;
      if (outcome === 'retry' || outcome === 'unreachable')
        return this.scheduleRetry(outcome === 'unreachable');
    }
  }

  private async sendUpdate(update: Update): Promise<Outcome> {
    const text = JSON.stringify(update);
    const request = this.inFlight.get(text) ?? this.options.send(update);
    this.inFlight.set(text, request);
    const outcome = await request;
    this.inFlight.delete(text);
    if (outcome === 'confirmed' || outcome === 'rejected') {
      this.failures = 0;
      if (outcome === 'confirmed') this.options.pending.confirm(update);
      else this.onRejected(update);
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
}
