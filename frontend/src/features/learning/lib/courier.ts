import type { Fact, Outbox } from './outbox';

/**
 * How a fact fared: it arrived; the server will never take it; it may be tried again later; nobody was
 * reached; or it has to wait until its person has logged in again.
 */
export type Outcome = 'arrived' | 'refused' | 'later' | 'unreachable' | 'waits';

interface Options {
  outbox: Outbox;
  send: (fact: Fact) => Promise<Outcome>;
  isOnline: () => boolean;
  /** Does something after so many milliseconds; what is given back calls it off. */
  after: (ms: number, act: () => void) => () => void;
}

interface State {
  /** What the server has not confirmed yet. */
  facts: readonly Fact[];
  /** The last try reached nobody. */
  isCutOff: boolean;
}

const PAUSES_MS = [5_000, 15_000, 60_000];

/** Brings facts to the server, one after the other and for as long as it takes; whoever watches notices nothing. */
export class Courier {
  private readonly listeners = new Set<() => void>();
  /** What is on its way, by what it says. */
  private readonly flying = new Map<string, Promise<Outcome>>();
  private isUnderWay = false;
  private isWanted = false;
  private failures = 0;
  private callOff: () => void = () => undefined;
  private state: State;

  constructor(private readonly options: Options) {
    this.state = { facts: options.outbox.all(), isCutOff: !options.isOnline() };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): State => this.state;

  note(fact: Fact): void {
    this.options.outbox.add(fact);
    this.changed();
    void this.deliver();
  }

  /** Send what waits: there is news, or the network is back. */
  async deliver(): Promise<void> {
    this.isWanted = true;
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    this.callOff();
    while (this.isWanted) {
      this.isWanted = false;
      await this.round();
    }
    this.isUnderWay = false;
  }

  /** The page may be gone in a moment: all goes out at once, and nobody waits for answers. */
  leave(): void {
    if (!this.options.isOnline()) return;
    for (const fact of this.options.outbox.all()) void this.carry(fact);
  }

  /** Forget a topic or a whole course that begins anew, and let what is under way arrive first. */
  async forget(courseId: string, topicId?: string): Promise<void> {
    this.options.outbox.forget(courseId, topicId);
    this.changed();
    await Promise.allSettled(this.flying.values());
  }

  /** The network came or went. */
  networkChanged(): void {
    this.changed(!this.options.isOnline());
    if (this.options.isOnline()) void this.deliver();
  }

  private async round(): Promise<void> {
    for (;;) {
      const [fact] = this.options.outbox.all();
      if (!fact) return;
      const outcome = this.options.isOnline() ? await this.carry(fact) : 'unreachable';
      if (outcome === 'waits') return;
      if (outcome === 'later' || outcome === 'unreachable') return this.tryLater(outcome === 'unreachable');
    }
  }

  private async carry(fact: Fact): Promise<Outcome> {
    const text = JSON.stringify(fact);
    const flight = this.flying.get(text) ?? this.options.send(fact);
    this.flying.set(text, flight);
    const outcome = await flight;
    this.flying.delete(text);
    if (outcome === 'arrived' || outcome === 'refused') {
      this.failures = 0;
      this.options.outbox.arrived(fact);
      // The network may have gone since the server took it.
      this.changed(!this.options.isOnline());
    }
    return outcome;
  }

  private tryLater(isCutOff: boolean): void {
    this.isWanted = false;
    this.changed(isCutOff);
    const pause = PAUSES_MS[Math.min(this.failures, PAUSES_MS.length - 1)] as number;
    this.failures += 1;
    this.callOff = this.options.after(pause, () => void this.deliver());
  }

  private changed(isCutOff = this.state.isCutOff): void {
    this.state = { facts: this.options.outbox.all(), isCutOff };
    for (const listener of this.listeners) listener();
  }
}
