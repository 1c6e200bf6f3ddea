/**
 * What a selection of sessions costs; twin: apps/live/pricing.py. Both keep to tests/vectors/plans.json.
 *
 * Plans come by falling number of sessions. Whole paise throughout.
 */

export interface Plan {
  numOfSessions: number;
  /** Of one session. */
  discounted: number;
}

/** The plan that a selection of that many sessions falls under, by the rule of the session picker. */
export function planFor<P extends Plan>(plans: readonly P[], count: number): P | null {
  if (count < 1) return null;
  if (count === 1) return plans.at(-1) ?? null;
  const exact = plans.find(({ numOfSessions }) => numOfSessions === count);
  return exact ?? plans.find(({ numOfSessions }) => numOfSessions <= count) ?? null;
}

export interface Price<P extends Plan> {
  plan: P | null;
  /** What the sessions cost on their own. */
  base: number;
  total: number;
}

/** What sessions with these prices of their own cost together. */
export function priceOf<P extends Plan>(plans: readonly P[], bases: readonly number[]): Price<P> {
  const plan = planFor(plans, bases.length);
  const base = sum(bases);
  return { plan, base, total: plan ? plan.discounted * bases.length : base };
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
