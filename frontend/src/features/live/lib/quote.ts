import { billOf } from '../../../shared/lib/tax';
import { type Plan, priceOf } from './plans';

/**
 * What a selection costs, and what a larger one would. Whole paise. Tested with tests/vectors/selections.json,
 * whose numbers the server's pricing gives too.
 */
export interface Quote {
  /** The price of each session; null where they differ. */
  each: number | null;
  /** In whole per cent below the sessions' single prices. */
  percentOff: number;
  total: number;
  billTotal: number;
}

export function quoteOf(plans: readonly Plan[], bases: readonly number[]): Quote {
  const { plan, base, total } = priceOf(plans, bases);
  const [first = 0] = bases;
  return {
    each: plan?.discounted ?? (bases.every((one) => one === first) ? first : null),
    percentOff: total < base ? Math.floor((200 * (base - total) + base) / (2 * base)) : 0,
    total,
    billTotal: billOf({ price: total }).billTotal,
  };
}

export interface Nudge {
  /** How many sessions to add. */
  more: number;
  count: number;
  each: number;
  billTotal: number;
  /** The larger selection costs less in all. */
  isLess: boolean;
}

/** The nearest plan for more sessions with a lower price of each; null if too few can be added. */
export function nudgeOf(plans: readonly Plan[], bases: readonly number[], addable: number): Nudge | null {
  const count = bases.length;
  if (count === 0) return null;
  const { total } = priceOf(plans, bases);
  const plan = plans.findLast(
    ({ numOfSessions, discounted }) =>
      numOfSessions > count && numOfSessions - count <= addable && discounted * count < total,
  );
  if (!plan) return null;
  const price = plan.discounted * plan.numOfSessions;
  return {
    more: plan.numOfSessions - count,
    count: plan.numOfSessions,
    each: plan.discounted,
    billTotal: billOf({ price }).billTotal,
    isLess: price < total,
  };
}
