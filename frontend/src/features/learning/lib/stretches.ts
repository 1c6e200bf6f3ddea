/** A part of a topic that was really played, from which second to which. */
export type Stretch = readonly [from: number, to: number];

/** As many as the server takes in one report. */
const MOST = 200;

/** The same parts in order and apart, whatever order and overlap they came in. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const whole: [number, number][] = [];
  for (const [from, to] of [...stretches].sort(([one], [other]) => one - other)) {
    const last = whole.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole;
}

/** The parts joined, and if there are too many for one report without the shortest. */
export function reportable(stretches: readonly Stretch[]): Stretch[] {
  const whole = joined(stretches);
  if (whole.length <= MOST) return whole;
  const long = whole.sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, MOST);
  return joined(long);
}

const lengthOf = ([from, to]: Stretch) => to - from;
