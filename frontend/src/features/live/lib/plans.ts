/**
 * The price of a selection of sessions. Mirrors apps/live/pricing.py; both are tested with
 * tests/vectors/plans.json.
 *
 * Plans are sorted by number of sessions, descending. Amounts are whole paise.
 */

export interface Plan {
  numOfSessions: number;
  /** The price of one session. */
  discounted: number;
}

/** The plan that a selection of this size qualifies for. */
export function planFor<P extends Plan>(plans: readonly P[], count: number): P | null {
  if (count < 1) return null;
  if (count === 1) return plans.at(-1) ?? null;
  const exact = plans.find(({ numOfSessions }) => numOfSessions === count);
  return exact ?? plans.find(({ numOfSessions }) => numOfSessions <= count) ?? null;
}

export interface Price<P extends Plan> {
  plan: P | null;
  /** The total at the sessions' single prices. */
  base: number;
  total: number;
}

/** The total price of sessions with these single prices. */
export function priceOf<P extends Plan>(plans: readonly P[], bases: readonly number[]): Price<P> {
  const plan = planFor(plans, bases.length);
  const base = sum(bases);
  return { plan, base, total: plan ? plan.discounted * bases.length : base };
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
