/** A video counts as completed from this share of its length on; `words.ts` has the sentence for people. */
export const COMPLETED_FROM = 0.9;

const NEAR_THE_END = 0.05;
const HARDLY_BEGUN_S = 3;

export function isWatched(position: number, length: number): boolean {
  return length > 0 && position >= length * COMPLETED_FROM;
}

/** Where a video goes on: where it was left, or at its start for who was all but through. */
export function startAt(furthest: number, length: number): number {
  const isNearTheEnd = length > 0 && furthest >= length * (1 - NEAR_THE_END);
  return isNearTheEnd || furthest < HARDLY_BEGUN_S ? 0 : furthest;
}
