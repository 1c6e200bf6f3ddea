import { formatDay } from '../../../shared/lib/dates';
import type { ProFacts, ProTime, Purchase } from '../queries';

export interface OwnPro {
  id: string;
  name: string;
  about: string;
  /** From when to when; empty after a refund. */
  days: string;
  status: Purchase['status'];
  orderId: string | null;
}

export interface OwnProList {
  /** Active and upcoming time first, then the past. */
  rows: OwnPro[];
  /** How many of them the overview shows: no past ones, unless there is nothing else. */
  amongOthers: number;
}

const MAX_AMONG_OTHERS = 3;

export const STATUSES: Readonly<Record<Purchase['status'], string>> = {
  active: 'Active',
  upcoming: 'Starts later',
  ended: 'Ended',
  refunded: 'Refunded',
};

export const PLANS_LINKS: Readonly<Record<NonNullable<ProFacts['action']>, string>> = {
  start: 'Renew Pro',
  replaceTrial: "See what's in Pro",
  extend: 'Extend your Pro',
};

/** What was bought, newest first, and time that was not: a trial, or given by staff. */
export function ownPro(bought: readonly Purchase[], times: readonly ProTime[]): OwnProList {
  const isCurrent = ({ status }: Purchase) => status === 'active' || status === 'upcoming';
  const given = times.filter(({ status, via }) => status === 'active' && via !== 'purchase').map(fromTime);
  const current = bought.filter(isCurrent).reverse().map(fromPurchase);
  const past = bought.filter((purchase) => !isCurrent(purchase)).map(fromPurchase);
  const count = given.length + current.length;
  return {
    rows: [...given, ...current, ...past],
    amongOthers: Math.min(Math.max(count, 1), MAX_AMONG_OTHERS),
  };
}

function fromPurchase(purchase: Purchase): OwnPro {
  const count = purchase.validityPeriodInDays;
  return {
    id: purchase._id,
    name: purchase.planName,
    about: `${purchase.title}, ${count.toLocaleString('en-IN')} ${count === 1 ? 'day' : 'days'}`,
    days: dayText(purchase),
    status: purchase.status,
    orderId: purchase.orderId,
  };
}

function fromTime(time: ProTime): OwnPro {
  const isTrial = time.kind === 'trial';
  return {
    id: time._id,
    name: isTrial ? 'Free trial' : time.planName,
    about: isTrial ? 'Includes Pro courses. Live webinars are not included.' : '',
    days: dayText(time),
    status: time.status,
    orderId: null,
  };
}

function dayText({ startsAt, endsAt }: Pick<Purchase, 'startsAt' | 'endsAt'>): string {
  if (startsAt === null) return '';
  return endsAt
    ? `${formatDay(startsAt)} – ${formatDay(endsAt)}`
    : `From ${formatDay(startsAt)}, with no end date`;
}
