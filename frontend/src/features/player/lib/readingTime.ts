import type { WatchedRange } from './watchedRanges';

/**
 * Counts for how long a text, PDF or quiz is visible, up to its length.
 *
 * As with a video, what is counted is the topic's own time: reading it twice on one day counts once.
 */
export class ReadingTime {
  private read = 0;
  private reported = 0;
  private visibleSince: number | null = null;

  /** Seconds, and milliseconds of a monotonic clock. */
  constructor(
    private readonly length: number,
    private readonly now: () => number,
  ) {}

  resume(): void {
    this.visibleSince ??= this.now();
  }

  pause(): void {
    this.count();
    this.visibleSince = null;
  }

  /** What was read since the last call. */
  take(): WatchedRange[] {
    this.count();
    const to = Math.floor(this.read);
    if (to <= this.reported) return [];
    const range: WatchedRange = [this.reported, to];
    this.reported = to;
    return [range];
  }

  private count(): void {
    if (this.visibleSince === null) return;
    const now = this.now();
    this.read = Math.min(this.length, this.read + (now - this.visibleSince) / 1000);
    this.visibleSince = now;
  }
}
