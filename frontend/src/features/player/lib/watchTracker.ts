import { isWatched } from './position';
import type { WatchedRange } from './watchedRanges';

/** What was watched since the last report. */
export interface WatchReport {
  /** The furthest position played, in seconds. */
  position: number;
  isCompleted: boolean;
  watchedRanges: WatchedRange[];
}

interface Options {
  /** Seconds; used until the video itself reports its duration. */
  length: number;
  isCompleted: boolean;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  onReport: (watchReport: WatchReport) => void;
}

const REPORT_INTERVAL_MS = 15_000;
const MAX_RATE = 4;
const TOLERANCE_S = 2;

/**
 * Tracks a video and reports what was played: every 15 seconds, and when it stops.
 *
 * It needs no timer: a playing video fires `timeupdate` several times a second, and a paused one has nothing
 * to report.
 */
export class WatchTracker {
  private length: number;
  private furthest = 0;
  private isCompleted: boolean;
  private isReportedCompleted: boolean;
  private done: WatchedRange[] = [];
  private open: { from: number; to: number; at: number } | null = null;
  private reportedAt = 0;

  constructor(private readonly options: Options) {
    this.length = options.length;
    this.isCompleted = options.isCompleted;
    this.isReportedCompleted = options.isCompleted;
  }

  /** The duration reported by the video. */
  setDuration(length: number): void {
    if (Number.isFinite(length) && length > 0) this.length = length;
  }

  /** The position while it plays. */
  setPosition(position: number): void {
    const now = this.options.now();
    if (!this.open) this.reportedAt = now;
    if (!this.open || !this.isContinuous(position, now)) this.startRange(position, now);
    else this.open = { from: this.open.from, to: position, at: now };
    this.furthest = Math.max(this.furthest, position);
    if (isWatched(this.furthest, this.length)) this.isCompleted = true;
    if (this.isCompleted !== this.isReportedCompleted || now - this.reportedAt >= REPORT_INTERVAL_MS)
      this.flush();
  }

  /** It was paused or seeked. */
  stop(): void {
    this.closeRange();
    this.flush();
  }

  /** It ended. */
  end(): void {
    this.closeRange();
    this.furthest = Math.max(this.furthest, this.length);
    this.isCompleted = true;
    this.flush();
  }

  /** Reports what is new, since the page may be closed; the video may continue. */
  flush(): void {
    const { open } = this;
    const watchedRanges = open && open.to > open.from ? [...this.done, roundedRange(open)] : this.done;
    if (watchedRanges.length === 0 && this.isCompleted === this.isReportedCompleted) return;
    this.done = [];
    if (open) this.open = { from: open.to, to: open.to, at: open.at };
    this.reportedAt = this.options.now();
    this.isReportedCompleted = this.isCompleted;
    this.options.onReport({ position: this.furthest, isCompleted: this.isCompleted, watchedRanges });
  }

  /** Whether normal playback can have moved from the last position to this one. */
  private isContinuous(position: number, now: number): boolean {
    if (!this.open) return false;
    const moved = position - this.open.to;
    return moved >= 0 && moved <= ((now - this.open.at) / 1000) * MAX_RATE + TOLERANCE_S;
  }

  private startRange(position: number, now: number): void {
    this.closeRange();
    this.open = { from: position, to: position, at: now };
  }

  private closeRange(): void {
    if (this.open && this.open.to > this.open.from) this.done.push(roundedRange(this.open));
    this.open = null;
  }
}

/** Rounded to hundredths of a second, so that one report ends exactly where the next begins. */
const roundedRange = ({ from, to }: { from: number; to: number }): WatchedRange => [
  rounded(from),
  rounded(to),
];

const rounded = (seconds: number) => Math.round(seconds * 100) / 100;
