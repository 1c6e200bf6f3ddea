import { type Plan, planFor, priceOf } from './plans';

export interface Mix {
  total: number;
  /** How many sessions each booking has, the largest first. */
  parts: number[];
}

/**
 * The cheapest way to book the same sessions in several goes, each priced by the rule; null where one go is
 * as cheap. Of equally cheap ways it is the one with the fewest goes.
 */
export function cheaperMix(plans: readonly Plan[], bases: readonly number[]): Mix | null {
  const { total } = priceOf(plans, bases);
  if (plans.length === 0 || bases.length < 2) return null;
  const ways = waysWithPlans(plans, bases.length);
  const sorted = [...bases].sort((one, other) => one - other);
  let best: Way | null = null;
  let own = 0;
  // A go without a plan takes the sessions that cost least on their own; the others fall under plans.
  for (let count = 0; count <= sorted.length; count += 1) {
    own += count > 0 ? (sorted[count - 1] as number) : 0;
    const goes = goesWithoutPlan(plans, count);
    const rest = ways[sorted.length - count];
    if (!goes || !rest) continue;
    best = better(best, { total: own + rest.total, parts: [...goes, ...rest.parts] });
  }
  if (!best || best.total >= total) return null;
  return { total: best.total, parts: best.parts.sort((one, other) => other - one) };
}

interface Way {
  total: number;
  parts: number[];
}

/** The cheapest way for every count up to this one, with goes that fall under a plan alone. */
function waysWithPlans(plans: readonly Plan[], most: number): (Way | null)[] {
  const costs = Array.from({ length: most + 1 }, (_, size) => {
    const plan = planFor(plans, size);
    return plan && plan.discounted * size;
  });
  const ways: (Way | null)[] = [{ total: 0, parts: [] }];
  for (let count = 1; count <= most; count += 1) {
    let best: { total: number; goes: number; size: number } | null = null;
    for (let size = 1; size <= count; size += 1) {
      const [cost, rest] = [costs[size], ways[count - size]];
      if (cost == null || !rest) continue;
      const way = { total: cost + rest.total, goes: rest.parts.length + 1, size };
      if (!best || way.total < best.total || (way.total === best.total && way.goes < best.goes)) best = way;
    }
    const rest = best && ways[count - best.size];
    ways.push(best && rest ? { total: best.total, parts: [best.size, ...rest.parts] } : null);
  }
  return ways;
}

/** How that many sessions are booked where no plan fits a go, in the fewest; null where they cannot be. */
function goesWithoutPlan(plans: readonly Plan[], count: number): number[] | null {
  if (count === 0) return [];
  // A single session always falls under the last plan, and as many as the smallest plan names under that.
  const most = (plans.at(-1)?.numOfSessions ?? Number.POSITIVE_INFINITY) - 1;
  if (count < 2 || most < 2) return null;
  const goes = Math.ceil(count / most);
  if (goes * 2 > count) return null;
  const [each, over] = [Math.floor(count / goes), count % goes];
  return Array.from({ length: goes }, (_, place) => each + (place < over ? 1 : 0));
}

function better(one: Way | null, other: Way): Way {
  if (!one || other.total < one.total) return other;
  return other.total === one.total && other.parts.length < one.parts.length ? other : one;
}
