import { mergeRanges, reportableRanges, type WatchedRange } from './watchedRanges';

/** Which of the first five seconds are covered. */
const covered = (watchedRanges: readonly WatchedRange[]) =>
  [0, 1, 2, 3, 4].map((second) => watchedRanges.some(([from, to]) => from <= second && second < to));

test('whatever the order and overlap, the same seconds are covered, in order and apart', () => {
  const all: WatchedRange[] = [];
  for (let from = 0; from < 5; from += 1) for (let to = from + 1; to <= 5; to += 1) all.push([from, to]);
  const triples = all.flatMap((one) => all.flatMap((other) => all.map((third) => [one, other, third])));
  for (const triple of triples) {
    const found = mergeRanges(triple);
    expect(covered(found)).toEqual(covered(triple));
    expect(found.every(([from], index) => index === 0 || from > (found[index - 1] as WatchedRange)[1])).toBe(
      true,
    );
    expect(mergeRanges(triple.toReversed())).toEqual(found);
  }
});

test('more than the server takes in one report are cut by the shortest', () => {
  const many = Array.from(
    { length: 250 },
    (_, index): WatchedRange => [index * 10, index * 10 + 1 + (index % 5)],
  );
  const stored = reportableRanges(many);
  expect(stored).toHaveLength(200);
  expect(Math.min(...stored.map(([from, to]) => to - from))).toBe(2);
  expect(stored).toEqual(mergeRanges(stored));
});
