import { cheaperSplit } from './cheaperSplit';
import { type Plan, priceOf } from './plans';

/** Brute force over every way to split sessions into bookings. */
function cheapest(plans: readonly Plan[], bases: readonly number[]): number {
  const groups: number[][] = [];
  let best = Number.POSITIVE_INFINITY;
  const index = (next: number) => {
    const base = bases[next];
    if (base === undefined) {
      best = Math.min(
        best,
        groups.reduce((all, group) => all + priceOf(plans, group).total, 0),
      );
      return;
    }
    for (const group of [...groups]) {
      group.push(base);
      index(next + 1);
      group.pop();
    }
    groups.push([base]);
    index(next + 1);
    groups.pop();
  };
  index(0);
  return best;
}

/** Seeded, so that each run has the same figures. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('of all ways to book several times, none is cheaper than the one that is named', () => {
  const roll = dice(20_261_121);
  let found = 0;
  for (let round = 0; round < 600; round += 1) {
    const numbers = [...new Set(Array.from({ length: roll(5) }, () => 1 + roll(8)))].sort((a, b) => b - a);
    const plans = numbers.map((numOfSessions) => ({ numOfSessions, discounted: 100 * (1 + roll(9)) }));
    const bases = Array.from({ length: roll(8) }, () => 100 * (1 + roll(9)));
    const { total } = priceOf(plans, bases);
    const least = bases.length > 0 ? cheapest(plans, bases) : 0;
    const split = cheaperSplit(plans, bases);
    expect({ plans, bases, total: split?.total ?? total }).toEqual({ plans, bases, total: least });
    if (!split) continue;
    found += 1;
    expect(split.parts.reduce((all, part) => all + part, 0)).toBe(bases.length);
    expect(split.parts.length).toBeGreaterThan(1);
  }
  expect(found).toBeGreaterThan(100);
});

test('where more sessions always cost less each, one booking is the cheapest', () => {
  const plans = [
    { numOfSessions: 20, discounted: 30_000 },
    { numOfSessions: 5, discounted: 42_500 },
    { numOfSessions: 1, discounted: 49_900 },
  ];
  for (const count of [1, 2, 5, 6, 19, 20, 45])
    expect(
      cheaperSplit(
        plans,
        Array.from({ length: count }, () => 49_900),
      ),
    ).toBeNull();
});

test('four sessions below the smallest plan are cheaper one by one', () => {
  const plans = [{ numOfSessions: 5, discounted: 42_500 }];
  expect(cheaperSplit(plans, [49_900, 49_900, 49_900, 49_900])).toEqual({
    total: 170_000,
    parts: [1, 1, 1, 1],
  });
});

test('five hundred sessions are reckoned at once', () => {
  const plans = [
    { numOfSessions: 20, discounted: 50_000 },
    { numOfSessions: 3, discounted: 40_000 },
  ];
  expect(
    cheaperSplit(
      plans,
      Array.from({ length: 500 }, () => 49_900),
    ),
  ).toEqual({
    total: 20_000_000,
    parts: expect.arrayContaining([19]),
  });
});
