/** A video is completed from this share of its duration; the text for it is in `topicLabels.ts`. */
export const COMPLETED_FROM = 0.9;

const NEAR_THE_END = 0.05;
const MIN_RESUME_S = 3;

export function isWatched(position: number, length: number): boolean {
  return length > 0 && position >= length * COMPLETED_FROM;
}

/** Where a video resumes: at the furthest position, or at the start if it was almost finished. */
export function startAt(furthest: number, length: number): number {
  const isNearTheEnd = length > 0 && furthest >= length * (1 - NEAR_THE_END);
  return isNearTheEnd || furthest < MIN_RESUME_S ? 0 : furthest;
}
