/** A range of seconds that was really played. */
export type WatchedRange = readonly [from: number, to: number];

/** The API's maximum in one report. */
const MAX = 200;

/** The same ranges sorted and merged. */
export function mergeRanges(watchedRanges: readonly WatchedRange[]): WatchedRange[] {
  const whole: [number, number][] = [];
  for (const [from, to] of [...watchedRanges].sort(([one], [other]) => one - other)) {
    const last = whole.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole;
}

/** The merged ranges, without the shortest if there are too many for one report. */
export function reportableRanges(watchedRanges: readonly WatchedRange[]): WatchedRange[] {
  const whole = mergeRanges(watchedRanges);
  if (whole.length <= MAX) return whole;
  const long = whole.sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, MAX);
  return mergeRanges(long);
}

const lengthOf = ([from, to]: WatchedRange) => to - from;
