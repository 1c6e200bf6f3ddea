import { paiseOf, rupeesOf } from '../../../shared/lib/tax';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import type { LiveTradingDetail, ProgramSession, SessionPlan } from '../queries';
import { type Plan, priceOf } from './plans';

export interface PriceBreakdown {
  plan: SessionPlan | null;
  /** In rupees. */
  total: number;
  base: number;
  saved: number;
}

/** The price of a selection of sessions under a program's plans. */
export function priceBreakdown(
  plans: readonly SessionPlan[],
  sessions: readonly ProgramSession[],
): PriceBreakdown {
  const { plan, base, total } = priceOf(inPaise(plans), basesOf(sessions));
  return {
    plan: plan?.sessionPlan ?? null,
    total: rupeesOf(total),
    base: rupeesOf(base),
    saved: rupeesOf(Math.max(0, base - total)),
  };
}

export const inPaise = (plans: readonly SessionPlan[]): (Plan & { sessionPlan: SessionPlan })[] =>
  plans.map((sessionPlan) => ({
    sessionPlan,
    numOfSessions: sessionPlan.numOfSessions,
    discounted: paiseOf(sessionPlan.discountedPrice),
  }));

export const basesOf = (sessions: readonly ProgramSession[]): number[] =>
  sessions.map(({ basePricePerSession }) => paiseOf(basePricePerSession));

/** Sessions of a program as an item of the checkout dialog. */
export const sessionsItem = (
  program: LiveTradingDetail,
  sessions: readonly ProgramSession[],
  { plan, total, base }: PriceBreakdown,
): CheckoutItem => ({
  kind: 'liveTrading',
  itemId: program._id,
  sessionIds: sessions.map(({ _id }) => _id),
  title: program.title,
  creator: program.mentor_details.name,
  image: program.mentorbannerurl,
  price: total,
  oldPrice: base > total ? base : null,
  accessValidityInDays: plan?.validityPeriodInDays ?? null,
  times: sessions.map(({ _id: id, date: start, endDate: end }) => ({ id, start, end })),
});
