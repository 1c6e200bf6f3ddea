import { type Plan, planFor, priceOf } from './plans';

export interface Split {
  total: number;
  /** The number of sessions of each booking, largest first. */
  parts: number[];
}

/**
 * The cheapest way to split the sessions into several bookings, each priced by its plan; null if a single
 * booking is as cheap. Of equally cheap splits the one with the fewest bookings.
 */
export function cheaperSplit(plans: readonly Plan[], bases: readonly number[]): Split | null {
  const { total } = priceOf(plans, bases);
  if (plans.length === 0 || bases.length < 2) return null;
  const options = splitsWithPlans(plans, bases.length);
  const sorted = [...bases].sort((one, other) => one - other);
  let best: SplitOption | null = null;
  let own = 0;
  // A booking without a plan takes the sessions with the lowest prices; plans price the others.
  for (let count = 0; count <= sorted.length; count += 1) {
    own += count > 0 ? (sorted[count - 1] as number) : 0;
    const bookings = bookingsWithoutPlan(plans, count);
    const rest = options[sorted.length - count];
    if (!bookings || !rest) continue;
    best = better(best, { total: own + rest.total, parts: [...bookings, ...rest.parts] });
  }
  if (!best || best.total >= total) return null;
  return { total: best.total, parts: best.parts.sort((one, other) => other - one) };
}

interface SplitOption {
  total: number;
  parts: number[];
}

/** The cheapest split for every count up to this one, if each booking has a plan. */
function splitsWithPlans(plans: readonly Plan[], most: number): (SplitOption | null)[] {
  const costs = Array.from({ length: most + 1 }, (_, size) => {
    const plan = planFor(plans, size);
    return plan && plan.discounted * size;
  });
  const options: (SplitOption | null)[] = [{ total: 0, parts: [] }];
  for (let count = 1; count <= most; count += 1) {
    let best: { total: number; bookings: number; size: number } | null = null;
    for (let size = 1; size <= count; size += 1) {
      const [cost, rest] = [costs[size], options[count - size]];
      if (cost == null || !rest) continue;
      const option = { total: cost + rest.total, bookings: rest.parts.length + 1, size };
      if (
        !best ||
        option.total < best.total ||
        (option.total === best.total && option.bookings < best.bookings)
      )
        best = option;
    }
    const rest = best && options[count - best.size];
    options.push(best && rest ? { total: best.total, parts: [best.size, ...rest.parts] } : null);
  }
  return options;
}

/** The fewest bookings of sizes without a plan that add up to the count; null if there are none. */
function bookingsWithoutPlan(plans: readonly Plan[], count: number): number[] | null {
  if (count === 0) return [];
  // A single session always has the last plan, and so has the smallest plan's own count.
  const most = (plans.at(-1)?.numOfSessions ?? Number.POSITIVE_INFINITY) - 1;
  if (count < 2 || most < 2) return null;
  const bookings = Math.ceil(count / most);
  if (bookings * 2 > count) return null;
  const [each, over] = [Math.floor(count / bookings), count % bookings];
  return Array.from({ length: bookings }, (_, index) => each + (index < over ? 1 : 0));
}

function better(one: SplitOption | null, other: SplitOption): SplitOption {
  if (!one || other.total < one.total) return other;
  return other.total === one.total && other.parts.length < one.parts.length ? other : one;
}
