import { isWatched } from './position';
import type { Stretch } from './stretches';

/** What is new of a video since it was told last. */
export interface News {
  /** The furthest position that was played, in seconds. */
  position: number;
  isCompleted: boolean;
  stretches: Stretch[];
}

interface Options {
  /** Seconds; what is known before the film itself says. */
  length: number;
  isCompleted: boolean;
  /** Milliseconds, of a clock that only goes forward. */
  now: () => number;
  tell: (news: News) => void;
}

const EVERY_MS = 15_000;
const FASTEST = 4;
const SLACK_S = 2;

/**
 * Follows a video as it plays, and tells what was played: every 15 seconds, and when it stops.
 *
 * It sets no timer. A video that plays says where it is some times a second, and one that does not has
 * nothing to tell.
 */
export class Watching {
  private length: number;
  private furthest = 0;
  private isCompleted: boolean;
  private isToldCompleted: boolean;
  private done: Stretch[] = [];
  private open: { from: number; to: number; at: number } | null = null;
  private toldAt = 0;

  constructor(private readonly options: Options) {
    this.length = options.length;
    this.isCompleted = options.isCompleted;
    this.isToldCompleted = options.isCompleted;
  }

  /** The length as the film itself has it. */
  measured(length: number): void {
    if (Number.isFinite(length) && length > 0) this.length = length;
  }

  /** It is here while it plays. */
  at(position: number): void {
    const now = this.options.now();
    if (!this.open) this.toldAt = now;
    if (!this.open || !this.follows(position, now)) this.begin(position, now);
    else this.open = { from: this.open.from, to: position, at: now };
    this.furthest = Math.max(this.furthest, position);
    if (isWatched(this.furthest, this.length)) this.isCompleted = true;
    if (this.isCompleted !== this.isToldCompleted || now - this.toldAt >= EVERY_MS) this.flush();
  }

  /** It was paused, or somebody leaps to another place. */
  stop(): void {
    this.close();
    this.flush();
  }

  /** It has come to its end. */
  end(): void {
    this.close();
    this.furthest = Math.max(this.furthest, this.length);
    this.isCompleted = true;
    this.flush();
  }

  /** Tell what is new at once, as the page may be gone in a moment; it may as well play on. */
  flush(): void {
    const { open } = this;
    const stretches = open && open.to > open.from ? [...this.done, span(open)] : this.done;
    if (stretches.length === 0 && this.isCompleted === this.isToldCompleted) return;
    this.done = [];
    if (open) this.open = { from: open.to, to: open.to, at: open.at };
    this.toldAt = this.options.now();
    this.isToldCompleted = this.isCompleted;
    this.options.tell({ position: this.furthest, isCompleted: this.isCompleted, stretches });
  }

  /** Whether playing alone can have led here since the last look. */
  private follows(position: number, now: number): boolean {
    if (!this.open) return false;
    const moved = position - this.open.to;
    return moved >= 0 && moved <= ((now - this.open.at) / 1000) * FASTEST + SLACK_S;
  }

  private begin(position: number, now: number): void {
    this.close();
    this.open = { from: position, to: position, at: now };
  }

  private close(): void {
    if (this.open && this.open.to > this.open.from) this.done.push(span(this.open));
    this.open = null;
  }
}

/** To the hundredth of a second: a report ends and the next begins at the very same place. */
const span = ({ from, to }: { from: number; to: number }): Stretch => [rounded(from), rounded(to)];

const rounded = (seconds: number) => Math.round(seconds * 100) / 100;
