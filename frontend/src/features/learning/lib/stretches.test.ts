import { joined, reportable, type Stretch } from './stretches';

/** Which of the first five seconds are covered. */
const covered = (stretches: readonly Stretch[]) =>
  [0, 1, 2, 3, 4].map((second) => stretches.some(([from, to]) => from <= second && second < to));

test('whatever the order and overlap, the same seconds are covered, in order and apart', () => {
  const all: Stretch[] = [];
  for (let from = 0; from < 5; from += 1) for (let to = from + 1; to <= 5; to += 1) all.push([from, to]);
  const triples = all.flatMap((one) => all.flatMap((other) => all.map((third) => [one, other, third])));
  for (const triple of triples) {
    const found = joined(triple);
    expect(covered(found)).toEqual(covered(triple));
    expect(found.every(([from], place) => place === 0 || from > (found[place - 1] as Stretch)[1])).toBe(true);
    expect(joined(triple.toReversed())).toEqual(found);
  }
});

test('more than the server takes in one report are cut by the shortest', () => {
  const many = Array.from({ length: 250 }, (_, place): Stretch => [place * 10, place * 10 + 1 + (place % 5)]);
  const kept = reportable(many);
  expect(kept).toHaveLength(200);
  expect(Math.min(...kept.map(([from, to]) => to - from))).toBe(2);
  expect(kept).toEqual(joined(kept));
});
