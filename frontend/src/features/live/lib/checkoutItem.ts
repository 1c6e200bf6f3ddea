import { paiseOf, rupeesOf } from '../../../shared/lib/tax';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import type { LiveTradingDetail, ProgramSession, SessionPlan } from '../queries';
import { type Plan, priceOf } from './plans';

export interface Reckoning {
  plan: SessionPlan | null;
  /** In rupees. */
  total: number;
  base: number;
  saved: number;
}

/** What these sessions cost under a program's plans. */
export function reckon(plans: readonly SessionPlan[], sessions: readonly ProgramSession[]): Reckoning {
  const { plan, base, total } = priceOf(inPaise(plans), basesOf(sessions));
  return {
    plan: plan?.shown ?? null,
    total: rupeesOf(total),
    base: rupeesOf(base),
    saved: rupeesOf(Math.max(0, base - total)),
  };
}

export const inPaise = (plans: readonly SessionPlan[]): (Plan & { shown: SessionPlan })[] =>
  plans.map((shown) => ({
    shown,
    numOfSessions: shown.numOfSessions,
    discounted: paiseOf(shown.discountedPrice),
  }));

export const basesOf = (sessions: readonly ProgramSession[]): number[] =>
  sessions.map(({ basePricePerSession }) => paiseOf(basePricePerSession));

/** Sessions of a program as the checkout dialog takes them. */
export const sessionsItem = (
  program: LiveTradingDetail,
  sessions: readonly ProgramSession[],
  { total, base }: Reckoning,
): CheckoutItem => ({
  kind: 'liveTrading',
  itemId: program._id,
  sessionIds: sessions.map(({ _id }) => _id),
  title: program.title,
  creator: program.mentor_details.name,
  image: program.mentorbannerurl,
  price: total,
  oldPrice: base > total ? base : null,
  accessValidityInDays: null,
});
